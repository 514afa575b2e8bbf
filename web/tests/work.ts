/**
 * What the page's main thread does while something happens, from a trace.
 *
 * Tasks are measured in the time their thread has run. That leaves out most of what a busy machine does, not all: the
 * same six milliseconds of work were seen to count as 48. So what must hold of a single task is asked of the least of
 * several runs of the same thing.
 */
import type { Browser, Page } from '@playwright/test';
import { expect, rest, test } from './house';

/** Longer than this, in milliseconds, a task can be felt. */
export const LONG_MS = 50;
/** How long each moment of a replay is looked at: its cards are still on their way when the next one comes. */
const MOMENT_MS = 260;
/** How often a moment with a long task is looked at again; the least counts. A machine that makes one task long seldom makes it long so often, and work that is long is so each time. */
const MORE = 12;

interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
  args: { name?: string };
}

/** The milliseconds of each task while `deed` was done, in parts that begin where the page marked one; at least so many tasks must have been seen. */
export async function worked(browser: Browser, page: Page, deed: () => Promise<void>, least = 100): Promise<number[][]> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing', '__metadata'] });
  await deed();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(traceEvents.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map((e) => `${e.pid}/${e.tid}`));
  const onMain = traceEvents.filter((e) => mains.has(`${e.pid}/${e.tid}`));
  const marks = onMain.filter((e) => e.name === 'part' && e.cat.includes('user_timing')).map((e) => e.ts).sort((a, b) => a - b);
  const parts: number[][] = [[], ...marks.map(() => [])];
  for (const { name, ts, tdur = 0 } of onMain) if (name === 'RunTask') parts[marks.filter((mark) => mark <= ts).length]!.push(tdur / 1000);
  const all = parts.flat();
  expect(all.length, 'tasks were measured').toBeGreaterThan(least);
  expect(Math.max(...all), 'the clock of a thread was measured').toBeGreaterThan(0.5);
  return parts;
}

/** Goes through some moments of the replay on the page, by its own key and with a mark before each; says which ones were shown and how many cards moved. */
async function step(page: Page, moments: number): Promise<{ shown: string[]; moved: number }> {
  return page.evaluate(
    async ([moments, ms]) => {
      const shown: string[] = [];
      let moved = 0;
      for (let n = 0; n < moments; n++) {
        performance.mark('part');
        // A task belongs where it began: the key is pressed in one that begins after the mark.
        await new Promise((done) => setTimeout(done));
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        await new Promise((done) => setTimeout(done, ms / 2));
        shown.push(document.querySelector('.step')?.textContent ?? '');
        moved += document.querySelector('.cards')?.getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running').length ?? 0;
        await new Promise((done) => setTimeout(done, ms / 2));
      }
      return { shown, moved };
    },
    [moments, MOMENT_MS] as const,
  );
}

/** Replays an ended game from its first moment to its last with moving cards: what the longest task of each moment takes at the least. */
export async function replayed(browser: Browser, page: Page, table: string): Promise<number[]> {
  await page.evaluate(() => {
    const settings = JSON.parse(localStorage.getItem('stackhouse.settings')!) as object;
    localStorage.setItem('stackhouse.settings', JSON.stringify({ ...settings, pace: 'brisk' }));
  });
  await page.goto(`/replay/${table}`);
  const bar = page.getByRole('slider');
  const begin = async (moment: number) => {
    await bar.fill(`${moment}`);
    await bar.blur();
    await rest(page);
  };
  await expect(bar).toBeVisible();
  const last = await page.evaluate(async (table) => ((await (await fetch(`/api/tables/${table}/replay`)).json()) as { steps: unknown[] }).steps.length - 1, table);
  await begin(0);
  let game = { shown: [] as string[], moved: 0 };
  const [, ...parts] = await worked(browser, page, async () => {
    game = await step(page, last);
  });
  expect(game.shown, 'every moment of the record was shown').toEqual(Array.from({ length: last }, (_, n) => `${n + 1} / ${last}`));
  expect(parts.length, 'every moment was measured').toBe(last);
  expect(game.moved, 'cards moved').toBeGreaterThan(0);
  const longest = parts.map((tasks) => Math.max(...tasks));
  for (const [n, ms] of longest.entries()) {
    for (let again = 0; again < MORE && longest[n]! > LONG_MS; again++) {
      await begin(n);
      const [, tasks] = await worked(browser, page, () => step(page, 1).then(() => undefined), 2);
      longest[n] = Math.min(longest[n]!, Math.max(...tasks!));
    }
    if (longest[n]! > LONG_MS) break;
    if (ms > LONG_MS) test.info().annotations.push({ type: 'again', description: `moment ${n + 1}: ${ms.toFixed(1)} ms, then ${longest[n]!.toFixed(1)} ms` });
  }
  return longest;
}

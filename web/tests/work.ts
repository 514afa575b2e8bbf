/**
 * What the page's main thread does while something happens, from a trace.
 *
 * Tasks are measured in the time their thread has run. That leaves out most of what a busy machine does, not all: the
 * same six milliseconds of work were seen to count as 48. So what must hold of a single task is asked of the least of
 * several runs of the same thing.
 */
import type { Browser, Page } from '@playwright/test';
import { expect, rest } from './house';

/** Longer than this, in milliseconds, a task can be felt. */
export const LONG_MS = 50;
/** How many moments of a replay are looked at, its last ones, and how often. */
const MOMENTS = 10;
const TIMES = 2;

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

/** The milliseconds of each task while `deed` was done, in parts that begin where the deed marked one. */
export async function worked(browser: Browser, page: Page, deed: (mark: () => Promise<void>) => Promise<void>): Promise<number[][]> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing', '__metadata'] });
  await deed(() => page.evaluate(() => void performance.mark('part')));
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(traceEvents.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map((e) => `${e.pid}/${e.tid}`));
  const onMain = traceEvents.filter((e) => mains.has(`${e.pid}/${e.tid}`));
  const marks = onMain.filter((e) => e.name === 'part' && e.cat.includes('user_timing')).map((e) => e.ts).sort((a, b) => a - b);
  const parts: number[][] = [[], ...marks.map(() => [])];
  for (const { name, ts, tdur = 0 } of onMain) if (name === 'RunTask') parts[marks.filter((mark) => mark <= ts).length]!.push(tdur / 1000);
  const all = parts.flat();
  expect(all.length, 'tasks were measured').toBeGreaterThan(100);
  expect(Math.max(...all), 'the clock of a thread was measured').toBeGreaterThan(0.5);
  return parts;
}

/** Steps through the end of an ended game's replay with moving cards, some times over: what each moment takes at the least. */
export async function replayed(browser: Browser, page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const settings = JSON.parse(localStorage.getItem('stackhouse.settings')!) as object;
    localStorage.setItem('stackhouse.settings', JSON.stringify({ ...settings, pace: 'brisk' }));
  });
  await page.getByRole('link', { name: 'Watch the replay' }).click();
  await page.reload();
  const bar = page.getByRole('slider');
  const last = Number(await bar.getAttribute('max'));
  expect(last, 'a game of some length').toBeGreaterThan(MOMENTS);
  const least = Array.from({ length: MOMENTS }, () => Infinity);
  let moved = 0;
  for (let time = 0; time < TIMES; time++) {
    await bar.fill(`${last - MOMENTS}`);
    await bar.blur();
    await rest(page);
    const [, ...moments] = await worked(browser, page, async (mark) => {
      for (let n = 1; n <= MOMENTS; n++) {
        await mark();
        await page.keyboard.press('ArrowRight');
        await expect(page.locator('.step')).toHaveText(`${last - MOMENTS + n} / ${last}`);
        moved += await page.evaluate(() => document.getAnimations().length);
        await rest(page);
      }
    });
    moments.forEach((tasks, n) => (least[n] = Math.min(least[n]!, Math.max(...tasks))));
  }
  expect(moved, 'cards moved').toBeGreaterThan(TIMES);
  return least;
}

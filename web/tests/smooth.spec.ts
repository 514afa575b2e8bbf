/**
 * How smoothly cards move: no layout shifts, no long tasks, and few that fill a frame.
 *
 * Tasks are measured in the time their thread has run, not on the clock, so that a busy machine changes nothing.
 */
import type { Browser, Page } from '@playwright/test';
import { expect, rest, test } from './house';
import { act, mayAct, playNow } from './play';

/** Longer than this, in milliseconds, a task can be felt. */
const LONG_MS = 50;
/** A frame at 60 a second has this long. */
const FRAME_MS = 1000 / 60;

interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args: { name?: string };
}

interface Work {
  /** The longest task, in milliseconds of its thread. */
  longest: number;
  /** What all tasks took. */
  total: number;
  /** Frames that were begun meanwhile; a busy machine begins fewer. */
  frames: number;
  /** Of the tasks that are felt at all, longer than a millisecond, the share that fills a frame. */
  full: number;
}

/** What the page's main thread did while `deed` was done. */
async function worked(browser: Browser, page: Page, deed: () => Promise<void>): Promise<Work> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'] });
  await deed();
  const frames = await page.evaluate(() => (window as unknown as { frames: number }).frames);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(trace.traceEvents.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map((e) => `${e.pid}/${e.tid}`));
  const tasks = trace.traceEvents.filter((e) => e.name === 'RunTask' && mains.has(`${e.pid}/${e.tid}`)).map((e) => (e.tdur ?? 0) / 1000);
  expect(tasks.length, 'tasks were measured').toBeGreaterThan(100);
  expect(Math.max(...tasks), 'the clock of a thread was measured').toBeGreaterThan(0.5);
  const felt = tasks.filter((ms) => ms > 1);
  const full = felt.filter((ms) => ms > FRAME_MS).length / felt.length;
  return { longest: Math.max(...tasks), total: tasks.reduce((sum, ms) => sum + ms, 0), frames, full };
}

test.use({ pace: 'brisk' });

for (const game of ['nabbit', 'push', 'stacks', 'nuts']) {
  test(`cards of ${game} move without long tasks and shift no layout`, async ({ page, browser }) => {
    await page.addInitScript(() => {
      const seen = { shifts: 0, frames: 0 };
      Object.assign(window, { seen, frames: 0 });
      type Shift = { sources: { node: Node | null }[] };
      const isCard = (node: Node | null) => node instanceof Element && node.closest('.cards') !== null;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ((entry as unknown as Shift).sources.some(({ node }) => isCard(node))) seen.shifts += 1;
      }).observe({ type: 'layout-shift' });
      const count = () => {
        (window as unknown as { frames: number }).frames += 1;
        requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
    });
    await playNow(page, game);
    await mayAct(page);
    await rest(page);
    await page.evaluate(() => Object.assign(window, { frames: 0, seen: Object.assign((window as unknown as { seen: object }).seen, { shifts: 0 }) }));
    const { longest, total, frames, full } = await worked(browser, page, async () => {
      for (let n = 0; n < 8 && (await mayAct(page)); n++) {
        await act(page, n);
        await rest(page);
      }
    });
    test.info().annotations.push({ type: 'work', description: `longest task ${longest.toFixed(1)} ms, ${(total / frames).toFixed(2)} ms a frame over ${frames} frames, ${(100 * full).toFixed(1)}% of the tasks felt fill a frame` });
    expect(await page.evaluate(() => (window as unknown as { seen: { shifts: number } }).seen.shifts)).toBe(0);
    expect(longest).toBeLessThan(LONG_MS);
    expect(full).toBeLessThan(0.15);
  });
}

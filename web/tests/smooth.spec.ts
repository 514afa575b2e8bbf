/** How smoothly cards move while one plays: no layout shifts, hardly any long tasks, and few that fill a frame. A whole game is asked for more, replayed in `learn.spec.ts`. */
import { expect, rest, test } from './house';
import { act, mayAct, playNow } from './play';
import { LONG_MS, worked } from './work';

/** A frame at 60 a second has this long. */
const FRAME_MS = 1000 / 60;

test.use({ pace: 'brisk' });

for (const game of ['nabbit', 'push', 'stacks', 'nuts']) {
  test(`cards of ${game} move with hardly any long tasks and shift no layout`, async ({ page, browser }) => {
    await page.addInitScript(() => {
      const seen = { shifts: 0, frames: 0 };
      Object.assign(window, { seen });
      type Shift = { sources: { node: Node | null }[] };
      const isCard = (node: Node | null) => node instanceof Element && node.closest('.cards') !== null;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ((entry as unknown as Shift).sources.some(({ node }) => isCard(node))) seen.shifts += 1;
      }).observe({ type: 'layout-shift' });
      const count = () => {
        seen.frames += 1;
        requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
    });
    const seen = () => page.evaluate(() => (window as unknown as { seen: { shifts: number; frames: number } }).seen);
    await playNow(page, game);
    await mayAct(page);
    await rest(page);
    const before = await seen();
    const tasks = await worked(browser, page, async () => {
      for (let n = 0; n < 8 && (await mayAct(page)); n++) {
        await act(page, n);
        await rest(page);
      }
    });
    const after = await seen();
    const felt = tasks.flat().filter((ms) => ms > 1);
    const share = (limit: number) => felt.filter((ms) => ms > limit).length / felt.length;
    const frames = after.frames - before.frames;
    test.info().annotations.push({ type: 'work', description: `longest tasks ${felt.toSorted((a, b) => b - a).slice(0, 3).map((ms) => ms.toFixed(1)).join(', ')} ms, ${(tasks.flat().reduce((sum, ms) => sum + ms, 0) / frames).toFixed(2)} ms a frame over ${frames} frames, ${(100 * share(FRAME_MS)).toFixed(1)}% of ${felt.length} tasks felt fill a frame` });
    expect(after.shifts - before.shifts).toBe(0);
    expect(felt.filter((ms) => ms > LONG_MS).length, 'at most one long task, which the machine may have made long').toBeLessThanOrEqual(1);
    expect(share(FRAME_MS)).toBeLessThan(0.15);
  });
}

import { expect, picture, rest, test } from './house';
import { act, mayAct, playNow, playOn } from './play';

for (const game of ['nabbit', 'push', 'stacks', 'nuts']) {
  test(`${game} is played from the lobby to the standings by clicking`, async ({ page }) => {
    test.setTimeout(300_000);
    await playNow(page, game);
    for (let n = 0; n < 8 && (await mayAct(page)); n++) await act(page, n);
    await rest(page);
    await picture(page, `${game}-wide`);
    await playOn(page);
    await rest(page);
    await picture(page, `${game}-over`);
    await expect(page.locator('.over li.winner').first()).toBeVisible();
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const game of ['nabbit', 'push', 'stacks', 'nuts']) {
    test(`${game} fits and is played by tapping`, async ({ page }) => {
      await playNow(page, game);
      for (let n = 0; n < 6 && (await mayAct(page)); n++) await act(page, n);
      await rest(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(390);
      await picture(page, `${game}-phone`);
    });
  }
});

test('a card that moves shifts no layout and no task is long', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = { shifts: 0, long: [] as number[] };
    Object.assign(window, { seen });
    type Shift = { sources: { node: Node | null }[] };
    const isCard = (node: Node | null) => node instanceof Element && node.closest('.cards') !== null;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ((entry as unknown as Shift).sources.some(({ node }) => isCard(node))) seen.shifts += 1;
    }).observe({ type: 'layout-shift' });
    new PerformanceObserver((list) => list.getEntries().forEach((e) => seen.long.push(e.duration))).observe({ type: 'longtask' });
  });
  await playNow(page, 'push');
  await rest(page);
  await page.evaluate(() => Object.assign((window as unknown as { seen: object }).seen, { shifts: 0, long: [] }));
  for (let n = 0; n < 10 && (await mayAct(page)); n++) await act(page, n);
  const seen = await page.evaluate(() => (window as unknown as { seen: { shifts: number; long: number[] } }).seen);
  expect(seen.shifts).toBe(0);
  test.info().annotations.push({ type: 'long tasks', description: seen.long.map(Math.round).join(', ') || 'none' });
});

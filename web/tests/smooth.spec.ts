/**
 * How cards move while one plays: nothing else shifts. How much each moment changes is asked of whole games, replayed
 * in `learn.spec.ts`.
 */
import type { Page } from '@playwright/test';
import { CARD_GAMES } from './games';
import { expect, rest, test } from './house';
import { act, mayAct, playNow } from './play';

test.use({ pace: 'brisk' });

interface Seen {
  /** The layout shifts of cards. */
  shifts: number;
  /** The movements of cards that began. */
  moves: number;
}

/** From now on the page counts what becomes of its cards. */
async function watch(page: Page): Promise<() => Promise<Seen>> {
  await page.addInitScript(() => {
    const seen = { shifts: 0, moves: 0 };
    Object.assign(window, { seen });
    type Shift = { sources: { node: Node | null }[] };
    const isCard = (node: unknown) => node instanceof Element && node.closest('.cards') !== null;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ((entry as unknown as Shift).sources.some(({ node }) => isCard(node))) seen.shifts += 1;
    }).observe({ type: 'layout-shift' });
    document.addEventListener('transitionstart', ({ target }) => isCard(target) && (seen.moves += 1));
  });
  return () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
}

for (const game of CARD_GAMES) {
  test(`cards of ${game} move and shift no layout`, async ({ page }) => {
    const seen = await watch(page);
    await playNow(page, game);
    await mayAct(page);
    await rest(page);
    const before = await seen();
    for (let n = 0; n < 6 && (await mayAct(page)); n++) {
      await act(page, n);
      await rest(page);
    }
    const after = await seen();
    expect(after.moves - before.moves, 'cards moved').toBeGreaterThan(0);
    expect(after.shifts - before.shifts).toBe(0);
  });
}

test('a card that is moved by its place instead is seen to shift', async ({ page }) => {
  const seen = await watch(page);
  await playNow(page, 'nabbit');
  await mayAct(page);
  await rest(page);
  await page
    .locator('.cards .card')
    .first()
    .evaluate((card: HTMLElement) => (card.style.top = '90px'));
  await expect.poll(async () => (await seen()).shifts).toBeGreaterThan(0);
});

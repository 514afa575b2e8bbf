/** The README's pictures: every table in the middle of a game. */
import { expect, rest, test } from './house';
import { act, mayAct, playNow } from './play';

const TURNS: Record<string, number> = { nabbit: 8, push: 18, stacks: 3, nuts: 12, stacket: 0 };

test('the lobby', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.game h2').first()).toBeVisible();
  await rest(page);
  await page.screenshot({ path: '../docs/pictures/lobby.png' });
});

for (const [game, turns] of Object.entries(TURNS)) {
  test(`a table of ${game}`, async ({ page }) => {
    await playNow(page, game);
    for (let n = 0; n < turns && (await mayAct(page)); n++) await act(page, n);
    await mayAct(page);
    await rest(page);
    await page.screenshot({ path: `../docs/pictures/${game}.png` });
  });
}

import { expectAccessible } from './axe';
import { CARD_GAMES } from './games';
import { expect, picture, test } from './house';
import { mayAct, playNow } from './play';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the lobby and its dialogs are accessible when it is ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    await expect(page.locator('.game h2').first()).toBeVisible();
    await expectAccessible(page);
    await picture(page, `lobby-${colorScheme}`);
    await page.locator('.game.room-stacks').getByRole('button', { name: 'Open a table' }).click();
    await page.getByText('More choices').click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Rules: Push' }).click();
    await expectAccessible(page);
  });
}

for (const game of CARD_GAMES) {
  test(`the table of ${game} and its lesson are accessible`, async ({ page }) => {
    await playNow(page, game);
    await mayAct(page);
    await expectAccessible(page);
    await page.keyboard.press('l');
    await expectAccessible(page);
    await page.goto(`/learn/${game}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await picture(page, `learn-${game}`);
  });
}

test('movement stops where less of it is wanted', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await playNow(page, 'nabbit');
  await mayAct(page);
  const longest = await page
    .locator('.cards .card')
    .first()
    .evaluate((card) => getComputedStyle(card).transitionDuration);
  expect(Math.max(...longest.split(',').map(parseFloat))).toBeLessThan(0.01);
});

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, picture, rest, test } from './house';
import { mayAct, playNow } from './play';

/** Nothing serious that axe can find. */
async function expectAccessible(page: Page): Promise<void> {
  await rest(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the lobby and its dialogs are accessible when it is ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    await expect(page.locator('.game h2').first()).toBeVisible();
    await expectAccessible(page);
    await picture(page, `lobby-${colorScheme}`);
    await page.locator('.game.room-stacks').getByRole('button', { name: 'Open a table' }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Rules: Push' }).click();
    await expectAccessible(page);
  });
}

for (const game of ['nabbit', 'push', 'stacks', 'nuts']) {
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
  const longest = await page.locator('.cards .card').first().evaluate((card) => getComputedStyle(card).transitionDuration);
  expect(Math.max(...longest.split(',').map(parseFloat))).toBeLessThan(0.01);
});

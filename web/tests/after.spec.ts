/** After the game: standings, the replay with everyone's chances, the check of the shuffle, and another game. */
import { expectAccessible } from './axe';
import { expect, picture, rest, test } from './house';
import { mayAct, playNow, playOn } from './play';

test('an ended game is replayed with its chances, checked, and played again', async ({ page }) => {
  test.setTimeout(300_000);
  await playNow(page, 'stacks');
  await playOn(page);
  await expectAccessible(page);
  const table = page.url();

  await page.getByRole('link', { name: 'Watch the replay' }).click();
  await page.getByRole('button', { name: 'Step on' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await rest(page);
  await picture(page, 'replay');
  await page.getByRole('button', { name: 'Work out the chances' }).click();
  const curve = page.getByRole('img', { name: /Chances to win over the game/ });
  await expect(curve).toBeVisible({ timeout: 120_000 });
  await expect(page.locator('progress')).toBeHidden({ timeout: 120_000 });
  await expect(curve.locator('polyline')).toHaveCount(3);
  const turn = page.getByRole('group', { name: 'Turning points' }).getByRole('button').first();
  await page.keyboard.press('Home');
  await expect(page.locator('.step')).toHaveText(/^0 /);
  await turn.click();
  await expect(page.locator('.step')).not.toHaveText(/^0 /);
  await expectAccessible(page);
  await picture(page, 'replay-chances');

  await page.getByRole('link', { name: 'Check the shuffle' }).click();
  await expect(page.locator('.verdict')).toContainText(/Both hashes match, and all \d+ cards and dice are the ones/);
  await expect(page.getByText(/all \d+ draws match/)).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'check');

  await page.goto(table);
  await page.getByRole('button', { name: 'Play again' }).click();
  await expect(page).not.toHaveURL(table);
  expect(await mayAct(page)).toBe(true);
  await expect(page.locator('.over')).toHaveCount(0);
});

/** Addresses that lead nowhere say so, and lead on. */
import { expectAccessible } from './axe';
import { expect, picture, test } from './house';

test('a lesson there is none of leads to those there are', async ({ page }) => {
  await page.goto('/learn/unknown');
  await expect(page.getByRole('heading', { name: 'There is no such lesson here.' })).toBeVisible();
  await picture(page, 'no-lesson');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Nuts for Nuts' }).click();
  await expect(page.getByRole('heading', { name: 'Learn Nuts for Nuts' })).toBeVisible();
});

for (const path of [
  '/nowhere',
  '/learn',
  '/learn/push/more',
  '/t',
  '/t/NOSUCH',
  '/t/%E0%A4%A',
  '/%',
  '/t/00000000000000000000000000',
  '/screen/NOSUCH',
  '/replay/unknown',
  '/check/unknown',
]) {
  test(`${path} has something to say and a way back`, async ({ page }) => {
    const broken: string[] = [];
    page.on('pageerror', ({ message }) => broken.push(message));
    await page.goto(path);
    const home = page.getByRole('link', { name: /lobby/ }).first();
    await expect(page.getByRole('heading', { name: /no such|no table|cannot be shown|fair/ })).toBeVisible();
    await home.click();
    await expect(page.locator('.shelf')).toBeVisible();
    expect(broken).toEqual([]);
  });
}

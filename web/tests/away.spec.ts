/** Whoever the host sends away leaves a free seat, and everybody is told. */
import { expectAccessible } from './axe';
import { expect, picture, test } from './house';
import { codeOf, guest, opening, PHONE, sitDown } from './people';

test('somebody sent away is told so kindly, the seat is free, and the others know', async ({
  page,
  browser,
  baseURL,
}) => {
  const broken: string[] = [];
  page.on('pageerror', ({ message }) => broken.push(message));
  await opening(page, 'nabbit');
  await page.locator('.pick', { hasText: '3' }).click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  const code = await codeOf(page);
  const [bea, cal] = await Promise.all([guest(browser, baseURL, 'Bea', PHONE), guest(browser, baseURL, 'Cal')]);
  for (const { page: other } of [bea, cal]) await sitDown(other, code);
  await expect(page.getByText('Everybody is here')).toBeVisible();

  await page.getByRole('button', { name: 'Free this seat: Bea' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send away' }).click();
  await expect(bea.page.getByRole('heading', { name: 'The host has asked you to leave this table.' })).toBeVisible();
  await picture(bea.page, 'sent-away');
  await expectAccessible(bea.page);
  for (const one of [page, cal.page]) {
    await expect(one.getByText('Bea is no longer at the table.').first()).toBeVisible();
    await expect(one.locator('.seats li.free')).toHaveCount(1);
    await expect(one.locator('.seats').getByText('Bea', { exact: true })).toHaveCount(0);
  }
  await picture(page, 'seat-freed');
  await bea.page.getByRole('link', { name: 'To the lobby' }).click();
  await expect(bea.page.locator('.shelf')).toBeVisible();
  await expect(bea.page.getByText('is waiting for you'), 'nothing waits there any more').toHaveCount(0);
  expect(broken).toEqual([]);
  for (const { context } of [bea, cal]) await context.close();
});

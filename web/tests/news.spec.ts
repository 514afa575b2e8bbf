/** Nothing happens silently at a table: it stands below it and in the log, and is read out. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, picture, test } from './house';
import { guest, openTable, PHONE, sitDown } from './people';
import { laidOut } from './play';
import { expectTidy } from './tidy';

const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } };

/** Something was told: below the table, to screen readers, and in the log. */
async function expectTold(page: Page, words: string): Promise<void> {
  await expect(page.locator('.happened')).toContainText(words);
  await expect(page.locator('[aria-live]').filter({ hasText: words })).toHaveCount(1);
  await page.keyboard.press('l');
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText(words);
  await page.keyboard.press('Escape');
}

test('who watches, for whom a bot plays, and who left is told', async ({ page, browser, baseURL }) => {
  const code = await openTable(page, 'nabbit');
  const { page: bea, context } = await guest(browser, baseURL, 'Bea', PHONE);
  await sitDown(bea, code);
  await expect(page.getByText('Bea', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Start now' }).click();
  await laidOut(page);
  await laidOut(bea);

  const { page: eve, context: other } = await guest(browser, baseURL, 'Eve', SMALL);
  await eve.goto(`/${code}`);
  await laidOut(eve);
  await expect(eve.getByText('Stay here: before the next game you can sit down.')).toBeVisible();
  await expectTidy(eve, 'for whoever watches on a small phone');
  await picture(eve, 'news-watching');
  await expectAccessible(eve);
  await expectTold(page, 'Somebody is watching.');

  await bea.close();
  await expectTold(page, 'Bea is away.');
  await picture(page, 'news-away');
  await expectAccessible(page);
  await expect(page.locator('.plate', { hasText: 'Bea' })).toContainText('away');
  const back = await context.newPage();
  await back.goto(`/${code}`);
  await laidOut(back);
  await expectTold(page, 'Bea is back.');

  await back.getByRole('button', { name: 'Settings' }).click();
  await back.getByRole('button', { name: 'Leave the game' }).click();
  await back.getByRole('dialog', { name: 'Leave the game' }).getByRole('button', { name: 'Leave the game' }).click();
  await expect(back.locator('.shelf')).toBeVisible();
  await page.keyboard.press('l');
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText(
    /Bea has left\. \w+, a bot, plays on\./,
  );
  await context.close();
  await other.close();
});

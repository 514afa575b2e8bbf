/** An evening: a TV and phones, one game after another under one code, somebody late, somebody gone, a restart. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, picture, RUNNING, test } from './house';
import { codeOf, guest, PHONE, sitDown, TV } from './people';
import { laidOut } from './play';

/** Whoever lets a bot play is soon through with a game. */
async function letBotPlay(page: Page): Promise<void> {
  await laidOut(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Let a bot play for me' }).click();
}

const over = (page: Page) => page.getByRole('region', { name: 'The game is over' });

/** The host takes everybody to another game. */
async function another(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Another game' }).click();
  await page
    .getByRole('dialog', { name: 'What do you play next?' })
    .getByRole('button', { name: new RegExp(`^${title}`) })
    .click();
}

const tintOf = (page: Page, name: string) =>
  page
    .locator('.seats > ul > li', { hasText: name })
    .locator('.avatar')
    .evaluate((node) => getComputedStyle(node).backgroundColor);

test('people stay together from game to game', async ({ page: tv, browser, baseURL, house }) => {
  test.skip(RUNNING !== '', 'the house is not ours to restart');
  test.setTimeout(300_000);
  await tv.setViewportSize(TV.viewport);
  await tv.goto('/tv');
  await tv.getByRole('button', { name: /^Stack Nabbit/ }).click();
  const code = await codeOf(tv);
  const people = new Map<string, { page: Page; context: BrowserContext }>();
  const come = async (name: string, browser: Browser) => {
    people.set(name, await guest(browser, baseURL, name, PHONE));
    await sitDown(people.get(name)!.page, code);
    await expect(tv.getByText(name, { exact: true })).toBeVisible();
  };
  for (const name of ['Ada', 'Bea', 'Cal']) await come(name, browser);
  const tint = await tintOf(tv, 'Cal');
  await tv.getByRole('button', { name: 'Start now' }).click();
  for (const { page } of people.values()) await letBotPlay(page);
  await expect(over(tv)).toBeVisible({ timeout: 90_000 });

  // Another game: the same people, colours, code, host and screen; Dee comes late, by the code of the first game.
  const cal = people.get('Cal')!.page;
  await expect(over(cal)).toBeVisible({ timeout: 60_000 });
  await expect(cal.getByText('The TV chooses what comes next.')).toBeVisible();
  await another(tv, 'Push');
  await expect(tv.getByRole('heading', { name: 'Push', level: 1 })).toBeVisible();
  expect(await codeOf(tv)).toBe(code);
  await expect(cal.getByRole('heading', { name: 'Push', level: 1 })).toBeVisible();
  expect(await tintOf(tv, 'Cal')).toBe(tint);
  await come('Dee', browser);
  await expect(tv.getByRole('region', { name: 'This evening' })).toContainText('1 game');
  await picture(tv, 'evening-waiting-tv');
  await expectAccessible(tv);
  await picture(cal, 'evening-waiting-phone');

  // Bea's battery is empty: nobody waits for her, and her seat is hers when she is back.
  const bea = people.get('Bea')!;
  const kept = await bea.context.storageState();
  await bea.context.close();
  people.delete('Bea');
  await expect(tv.locator('.seats > ul > li', { hasText: 'Bea' })).toContainText('away');
  await another(tv, 'Stacks');
  await expect(tv.getByRole('heading', { name: 'Stacks', level: 1 })).toBeVisible();
  for (const { page } of people.values()) {
    await expect(page.getByRole('heading', { name: 'Stacks', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'I am ready' }).click();
  }
  await laidOut(tv);
  await house.stop();
  await house.start();
  const context = await browser.newContext({ baseURL, storageState: kept, ...PHONE });
  const back = { context, page: await context.newPage() };
  await back.page.goto(`/${code}`);
  await laidOut(back.page);
  await expect(back.page.getByText('You are watching'), 'it is her own seat').toHaveCount(0);
  people.set('Bea', back);
  for (const { page } of people.values()) await letBotPlay(page);
  await expect(over(tv)).toBeVisible({ timeout: 90_000 });
  await expect(tv.getByRole('region', { name: 'This evening' })).toContainText('2 games');
  await picture(tv, 'evening-over-tv');
  await expectAccessible(tv);

  // Play again starts by itself when the last one has said so.
  for (const { page } of people.values()) {
    await expect(over(page)).toBeVisible({ timeout: 60_000 });
    if (page === back.page) await picture(page, 'evening-over-phone');
    await page.getByRole('button', { name: 'Play again' }).click();
  }
  await expect(over(tv)).toHaveCount(0);
  await laidOut(tv);
  for (const { page, context } of people.values()) {
    await expect(over(page)).toHaveCount(0);
    await laidOut(page);
    await context.close();
  }
});

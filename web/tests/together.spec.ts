import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, picture, rest, RUNNING, test } from './house';
import { act, mayAct, playNow } from './play';

/** Another person with a browser of their own. */
async function guest(browser: Browser, baseURL: string | undefined, name: string, more = {}): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL, ...more });
  await context.addInitScript((name) => localStorage.setItem('stackhouse.settings', JSON.stringify({ name, pace: 'instant', isMuted: true })), name);
  return { context, page: await context.newPage() };
}

/** Opens a table of two seats and gives its code. */
async function openTable(page: Page, game: string): Promise<string> {
  await page.goto('/');
  await page.locator(`.game.room-${game}`).getByRole('button', { name: 'Open a table' }).click();
  await page.locator('.pick', { hasText: '2' }).click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  const code = page.locator('.invite .code');
  await expect(code).toBeVisible();
  return (await code.textContent())!.trim();
}

test('two people play at one table, talk, and see each other', async ({ page, browser, baseURL }) => {
  test.setTimeout(240_000);
  const code = await openTable(page, 'nabbit');
  const { page: other, context } = await guest(browser, baseURL, 'Bea');
  await other.goto(`/t/${code}`);
  await other.locator('.join').getByRole('button', { name: 'Sit down' }).click();
  await expect(page.getByText('Bea')).toBeVisible();
  await picture(page, 'waiting');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start now' }).click();
  await expect(other.locator('.bar')).toBeVisible();
  for (let n = 0; n < 12; n++) {
    const [a, b] = [page.locator('.acts button.btn:enabled'), other.locator('.acts button.btn:enabled')];
    await expect.poll(async () => (await a.count()) + (await b.count())).toBeGreaterThan(0);
    await act((await a.count()) > 0 ? page : other, n);
  }
  await other.keyboard.press('c');
  await other.getByPlaceholder('Say something').fill('well played');
  await other.getByRole('button', { name: 'Send' }).click();
  await page.keyboard.press('c');
  await expect(page.locator('.chat')).toContainText('well played');
  await context.close();
});

test('a game is played with the keyboard alone', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.game h2').first()).toBeVisible();
  const start = page.locator('.game.room-nabbit .box');
  for (let i = 0; i < 20 && !(await start.evaluate((node) => node === document.activeElement)); i++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('.bar')).toBeVisible();
  for (let n = 0; n < 10 && (await mayAct(page)); n++) await page.keyboard.press(n % 2 ? 's' : 'f');
  await page.keyboard.press('?');
  await expect(page.getByRole('heading', { name: /Rules/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: /Rules/ })).toBeHidden();
  await page.keyboard.press('l');
  await expect(page.locator('.log li').first()).toBeVisible();
});

test('the focus stays in the bar for who plays by Tab and Enter', async ({ page }) => {
  await playNow(page, 'nabbit');
  const main = page.locator('.acts button.primary:enabled');
  await expect(main).toBeVisible();
  await page.keyboard.press('Tab');
  for (let n = 0; n < 40 && !(await main.evaluate((node) => node === document.activeElement)); n++) await page.keyboard.press('Tab');
  for (let n = 0; n < 3 && (await mayAct(page)); n++) {
    const before = await page.locator('.log, .happened').first().textContent();
    await page.keyboard.press('Enter');
    await expect(page.locator('.happened')).not.toHaveText(before!);
    await mayAct(page);
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.acts') !== null && document.activeElement?.tagName)).toBe('BUTTON');
  }
});

test('a cut socket mends itself and a reload finds the place again', async ({ page }) => {
  await playNow(page, 'nabbit');
  await mayAct(page);
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('stackhouse:cut')));
  for (let n = 0; n < 4 && (await mayAct(page)); n++) await act(page, n);
  await page.reload();
  await expect(page.locator('.bar')).toBeVisible();
  await mayAct(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Go on' }).first()).toBeVisible();
});

test('a game goes on after the server restarts', async ({ page, house }) => {
  test.skip(RUNNING !== '', 'the house is not ours to restart');
  await playNow(page, 'nabbit');
  await mayAct(page);
  await act(page, 0);
  await house.stop();
  await expect(page.getByRole('status')).toBeVisible();
  await house.start();
  await expect(page.getByRole('status')).toBeHidden({ timeout: 30_000 });
  for (let n = 0; n < 4 && (await mayAct(page)); n++) await act(page, n);
});

test('a table screen shows the code, phones sit down, and the screen shows no hand', async ({ page, browser, baseURL }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/');
  await page.locator('.game.room-stacks').getByRole('button', { name: 'Open a table' }).click();
  await page.locator('.pick', { hasText: '2' }).click();
  await page.getByLabel(/table screen/).check();
  await page.getByRole('button', { name: 'Open the table' }).click();
  const code = (await page.locator('.invite .code').textContent())!.trim();
  await picture(page, 'screen-waiting');
  await expectAccessible(page);
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const people = await Promise.all(['Bea', 'Cal'].map((name) => guest(browser, baseURL, name, phone)));
  for (const { page: hand } of people) {
    await hand.goto(`/t/${code}`);
    await hand.locator('.join').getByRole('button', { name: 'Sit down' }).click();
    await hand.getByRole('button', { name: 'I am ready' }).click();
  }
  await expect(page.locator('.bar')).toBeVisible();
  await expect(people[0]!.page.locator('.bar')).toBeVisible();
  await rest(page);
  const faces = await page.locator('.cards use').evaluateAll((all) => all.map((use) => use.getAttribute('href')));
  expect(new Set(faces)).toEqual(new Set(['#f-back']));
  await picture(page, 'screen-stacks');
  await expectAccessible(page);
  for (const { context } of people) await context.close();
});

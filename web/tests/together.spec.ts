import { expectAccessible } from './axe';
import { expect, picture, rest, RUNNING, test } from './house';
import { guest, openTable, PHONE, sitDown, TV } from './people';
import { act, acts, laidOut, mayAct, playNow, seqOf } from './play';

test('two people play at one table, talk, and see each other', async ({ page, browser, baseURL }) => {
  test.setTimeout(240_000);
  const code = await openTable(page, 'nabbit');
  const { page: other, context } = await guest(browser, baseURL, 'Bea');
  await sitDown(other, code);
  await expect(page.getByText('Bea', { exact: true })).toBeVisible();
  await picture(page, 'waiting');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start now' }).click();
  await expect(other.locator('.bar')).toBeVisible();
  for (let n = 0; n < 12; n++) {
    const [a, b] = [acts(page), acts(other)];
    await expect.poll(async () => (await a.count()) + (await b.count()), { timeout: 60_000 }).toBeGreaterThan(0);
    await act((await a.count()) > 0 ? page : other, n);
  }
  await expect.poll(async () => (await seqOf(page)) === (await seqOf(other)), 'both see the same moment').toBe(true);
  expect(await seqOf(page)).toBeGreaterThan(12);
  await other.keyboard.press('c');
  await other.getByPlaceholder('Say something').fill('well played');
  await other.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('.talk .dot'), 'news for the other').toHaveText('1');
  await expect(page.locator('[aria-live]').filter({ hasText: 'Bea: well played' })).toHaveCount(1);
  await page.keyboard.press('c');
  await expect(page.locator('.chat')).toContainText('well played');
  await page.getByPlaceholder('Say something').fill('you too');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(other.locator('.chat')).toContainText('you too');
  await other.keyboard.press('Escape');
  await expect(other.locator('.talk .dot'), 'it was in sight').toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.locator('.talk .dot'), 'one’s own words are no news').toHaveCount(0);
  await context.close();
});

test('a cut socket mends itself and a reload finds the place again', async ({ page }) => {
  await playNow(page, 'nabbit');
  await mayAct(page);
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('stackhouse:cut')));
  for (let n = 0; n < 4 && (await mayAct(page)); n++) await act(page, n);
  const seen = await seqOf(page);
  expect(seen).toBeGreaterThan(3);
  await page.reload();
  await laidOut(page);
  await mayAct(page);
  expect(await seqOf(page)).toBeGreaterThanOrEqual(seen);
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
  await expect(page.getByRole('status')).toBeHidden({ timeout: 60_000 });
  const before = await seqOf(page);
  for (let n = 0; n < 4 && (await mayAct(page)); n++) await act(page, n);
  expect(await seqOf(page)).toBeGreaterThan(before);
});

test('a table screen shows the code, phones sit down, and the screen shows no hand', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize(TV.viewport);
  await page.goto('/');
  await page.locator('.game.room-stacks').getByRole('button', { name: 'Open a table' }).click();
  await page.locator('.pick', { hasText: '2' }).click();
  await page.locator('.pick', { hasText: 'Play on this screen' }).click();
  await page.getByLabel('More may sit down until the start').uncheck();
  await page.getByRole('button', { name: 'Open the table' }).click();
  const code = (await page.locator('.invite .code').textContent())!.trim();
  await picture(page, 'screen-waiting');
  await expectAccessible(page);
  const people = await Promise.all(['Bea', 'Cal'].map((name) => guest(browser, baseURL, name, PHONE)));
  for (const { page: hand } of people) {
    await sitDown(hand, code);
    await hand.getByRole('button', { name: 'I am ready' }).click();
  }
  await laidOut(page);
  await laidOut(people[0]!.page);
  await rest(page);
  const faces = async () => [
    ...new Set(await page.locator('.cards use').evaluateAll((all) => all.map((use) => use.getAttribute('href')))),
  ];
  await expect.poll(faces).toEqual(['#f-back']);
  await picture(page, 'screen-stacks');
  await expectAccessible(page);
  for (const { context } of people) await context.close();
});

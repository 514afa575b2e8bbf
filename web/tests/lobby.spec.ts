/** How people find a table: the live list, a code, and an address that phones can reach. */
import { expectAccessible } from './axe';
import { expect, picture, test } from './house';
import { codeOf, guest, opening, TV } from './people';

test('an open table is listed as it comes and goes, is joined by its code, and tells what was agreed', async ({
  page,
  browser,
  baseURL,
}) => {
  const { page: host, context } = await guest(browser, baseURL, 'Bea');
  await page.goto('/');
  const mine = page.locator('.panel', { hasText: 'Open tables' }).locator('li', { hasText: 'Bea' });
  await opening(host, 'stacks');
  await host.locator('.pick', { hasText: '2' }).click();
  await host.getByLabel('More may sit down until the start').uncheck();
  await host.getByLabel('Who can find it?').selectOption('open');
  await host.getByLabel('Time for a decision').selectOption('2 minutes');
  const goal = host.getByLabel(/^Points to win/);
  await goal.fill('999');
  await host.getByRole('button', { name: 'Open the table' }).click();
  await expect(
    host.getByText('A whole number from 1 to 200, please.'),
    'what is wrong is said beside the field',
  ).toBeInViewport({ ratio: 1 });
  await expect(goal).toBeFocused();
  await goal.fill('40');
  await host.getByRole('button', { name: 'Open the table' }).click();
  const code = await codeOf(host);
  await expect(mine).toContainText('1 free seat');
  await page.getByLabel('Code').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Stacks', level: 1 }), 'the new page is where one is').toBeFocused();
  const agreed = page.getByRole('region', { name: 'Agreed for this table' });
  await expect(agreed.getByRole('listitem')).toHaveText([
    'Time for a decision: 2 minutes',
    'Time to call a play: 5 seconds',
  ]);
  await picture(page, 'agreed');
  await expectAccessible(page);
  await page.locator('.join').getByRole('button', { name: 'Sit down' }).click();
  await page.getByRole('link', { name: 'Back to the lobby' }).click();
  await expect(mine).toContainText('full');
  await host.getByRole('button', { name: 'Settings' }).click();
  await host.getByRole('button', { name: 'Close the table' }).click();
  await host.getByRole('dialog').getByRole('button', { name: 'Close the table' }).click();
  await expect(mine).toHaveCount(0);
  await context.close();
});

test('whoever is new watches bots play to the end, and then sits down', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Watch bots play: Stack Nabbit' }).click();
  const watching = page.getByText('You are watching');
  await expect(watching).toBeVisible();
  await expect(page.getByRole('region', { name: 'The game is over' })).toBeVisible({ timeout: 60_000 });
  await picture(page, 'watched');
  await expectAccessible(page);
  const shown = page.url();
  await page.getByRole('button', { name: 'Play it yourself' }).click();
  await expect(watching).toHaveCount(0);
  await expect(page.getByText('Ada', { exact: true }).first()).toBeVisible();
  expect(page.url()).not.toBe(shown);
  await page.goto('/');
  await expect(
    page.getByRole('navigation', { name: 'Your games' }).getByText('is waiting for you'),
    'only the game one plays oneself',
  ).toHaveCount(1);
});

test('a phone is shown an address it can reach, or told that there is none', async ({ page }) => {
  let addresses = ['http://192.168.1.5:8080'];
  await page.route('/api/version', (route) => route.fulfill({ json: { server: '', protocol: 1, addresses } }));
  await page.setViewportSize(TV.viewport);
  await opening(page, 'stacks');
  await page.locator('.pick', { hasText: 'Play on this screen' }).click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  const code = await codeOf(page);
  const scan = page.getByRole('img', { name: /^Scan to sit down/ });
  await expect(scan).toHaveAccessibleName(`Scan to sit down: http://192.168.1.5:8080/${code}`);
  await picture(page, 'screen-lan');
  addresses = [];
  await page.reload();
  await expect(page.getByText('Phones cannot reach this house: start it with --lan.')).toBeVisible();
  await expect(scan).toHaveCount(0);
  await picture(page, 'screen-alone');
});

test('the offline shell keeps the page of the client and nothing else as its page', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.goto('/api/games');
  const kept = await page.evaluate(async () => (await caches.match('/'))?.text());
  expect(kept).toContain('<div id="app">');
});

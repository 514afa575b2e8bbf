/** A seat at a table is kept: beside a screen, over a reload, and until one really wants to give it up. */
import { expect, picture, test } from './house';
import { guest, openTable, sitDown } from './people';
import { act, laidOut, mayAct, playNow } from './play';

test('the table screen beside a seat leaves the seat alone', async ({ page, context }) => {
  await playNow(page, 'stacks');
  await mayAct(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Table screen' }).click();
  const screen = await opened;
  await laidOut(screen);
  await expect(screen.locator('.table.screen')).toBeVisible();
  await expect(screen.locator('.acts button')).toHaveCount(0);
  await screen.close();
  await page.reload();
  await laidOut(page);
  expect(await mayAct(page), 'the seat is still mine').toBe(true);
  await expect(page.getByText('You are watching')).toHaveCount(0);
});

test('after a reload the log and the last words are there, and a newcomer reads them too', async ({
  page,
  browser,
  baseURL,
}) => {
  await playNow(page, 'nabbit');
  for (let n = 0; n < 3 && (await mayAct(page)); n++) await act(page, n);
  await page.reload();
  await laidOut(page);
  await expect(page.locator('.happened')).not.toHaveText(/^(The game is on\.|The table is set\.)?$/);
  await page.keyboard.press('l');
  await expect(page.locator('.log li').nth(3)).toBeVisible();
  const code = (await page.locator('header .code').textContent())!;
  const { page: other, context } = await guest(browser, baseURL, 'Bea');
  await other.goto(`/t/${code}`);
  await laidOut(other);
  await other.keyboard.press('l');
  await expect(other.locator('.log li').nth(3)).toBeVisible();
  await expect(other.getByText('Only who has a seat here can speak.')).toBeVisible();
  await context.close();
});

test('bots wait for whoever plays alone and goes away for a while', async ({ page }) => {
  const sent: { type?: string; clocks?: { grace_s: number } }[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload)))));
  await playNow(page, 'push');
  expect(sent.find(({ type }) => type === 'create')?.clocks?.grace_s, 'half a day').toBe(43_200);
});

test('what cannot be undone is asked first', async ({ page, browser, baseURL }) => {
  const code = await openTable(page, 'nabbit');
  const { page: other, context } = await guest(browser, baseURL, 'Bea');
  await sitDown(other, code);
  await page.getByRole('button', { name: 'Free this seat: Bea' }).click();
  await expect(page.getByText('Bea loses the seat and cannot sit down at this table again.')).toBeVisible();
  await picture(page, 'confirm');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Bea', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Start now' }).click();
  await laidOut(other);
  await other.getByRole('button', { name: 'Settings' }).click();
  await other.getByRole('button', { name: 'Leave the game' }).click();
  await expect(other.getByText('A bot plays your seat to the end')).toBeVisible();
  await other.getByRole('dialog').getByRole('button', { name: 'Leave the game' }).click();
  await expect(other.getByRole('link', { name: 'Go on' }), 'the place is given up').toHaveCount(0);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Close the table' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close the table' }).click();
  await expect(page.getByText('This table has been closed.')).toBeVisible();
  await context.close();
});

test.describe('without the offline shell', () => {
  test.use({ serviceWorkers: 'block' });

  test('a page whose parts could not be fetched comes back by itself', async ({ page }) => {
    await page.goto('/');
    const part = /pages\/Table\.svelte|assets\/Table-/;
    await page.route(part, (route) => route.abort());
    await page.locator('.game.room-nabbit .btn.primary').click();
    await expect(page.getByText('The house is being sought')).toBeVisible();
    await page.unroute(part);
    await laidOut(page);
    expect(await mayAct(page)).toBe(true);
  });
});

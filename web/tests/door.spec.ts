/** In at the door: an address to read aloud, a code that may be wrong, the TV, seats that grow, and who one is. */
import { expectAccessible } from './axe';
import { expect, picture, test } from './house';
import { codeOf, guest, opening, openTable, PHONE, sitDown, TV } from './people';
import { laidOut } from './play';

const LAN = 'http://192.168.1.5:8080';
const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } };

test('the address can be read aloud, and is short: the house and the code', async ({ page, browser, baseURL }) => {
  await page.route('/api/version', (route) => route.fulfill({ json: { server: '', protocol: 1, addresses: [LAN] } }));
  const code = await openTable(page, 'push');
  await expect(page.locator('.invite .address')).toHaveText('192.168.1.5:8080 · code');
  await expect(page.getByText('On a TV open 192.168.1.5:8080/tv and type the code.')).toBeVisible();
  await expect(page.getByRole('img', { name: `Scan to sit down: ${LAN}/${code}` })).toBeVisible();
  await picture(page, 'door-address');
  await expectAccessible(page);
  const { page: phone, context } = await guest(browser, baseURL, 'Bea', SMALL);
  await phone.goto(`/${code.toLowerCase()}`);
  await expect(phone.getByRole('heading', { name: 'Push', level: 1 })).toBeVisible();
  await picture(phone, 'door-phone');
  await phone.locator('.join').getByRole('button', { name: 'Sit down' }).click();
  await expect(page.getByText('Bea', { exact: true })).toBeVisible();
  await context.close();
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a wrong code stays where it was typed, and is said to be wrong beside it', async ({ page }) => {
    await page.goto('/');
    const field = page.getByLabel('Code');
    await field.fill('abc');
    await page.getByRole('button', { name: 'Go', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('A code has six letters and digits.');
    await expect(field).toHaveValue('abc');
    await expect(field).toBeFocused();
    await field.fill('ABC123');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await field.press('Enter');
    await expect(page.getByRole('alert')).toContainText('No table has this code.');
    await expect(field).toHaveValue('ABC123');
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/No table has this code/);
    await picture(page, 'door-wrong');
    await expectAccessible(page);
  });
});

test('a TV opens a table with one tap, or shows one by its code', async ({ page, browser, baseURL }) => {
  await page.setViewportSize(TV.viewport);
  await page.goto('/');
  await picture(page, 'door-lobby-tv');
  await page.getByRole('link', { name: 'Play on this screen' }).click();
  await expect(page.getByRole('heading', { name: 'Play on this screen' })).toBeFocused();
  await picture(page, 'door-tv');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Stack Nabbit/ }).click();
  const code = await codeOf(page);
  await picture(page, 'door-tv-table');
  await expectAccessible(page);
  const { page: other, context } = await guest(browser, baseURL, 'TV', TV);
  await other.goto('/tv');
  await other.getByLabel('Code').fill(code);
  await other.getByLabel('Code').press('Enter');
  await expect(other).toHaveURL(new RegExp(`/screen/${code}$`));
  await expect(other.getByRole('button', { name: 'Play on this device' })).toBeVisible();
  await context.close();
});

test('a device that sat down by mistake is the screen with one tap, and plays again with another', async ({ page }) => {
  const code = await openTable(page, 'nabbit');
  const seats = page.locator('.seats > ul');
  await expect(seats.getByText('Ada', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Make this device the screen' }).click();
  await expect(page.getByRole('button', { name: 'Play on this device' })).toBeVisible();
  await expect(seats.getByText('Ada', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Start, bots take free seats' }), 'it still hosts').toBeVisible();
  await page.reload();
  expect(await codeOf(page)).toBe(code);
  await picture(page, 'door-screen-by-mistake');
  await page.getByRole('button', { name: 'Play on this device' }).click();
  await expect(seats.getByText('Ada', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Start, bots take free seats' }).click();
  await laidOut(page);
});

test('seats grow as people come, each with a name and a colour of their own', async ({ page, browser, baseURL }) => {
  const code = await openTable(page, 'nabbit');
  await expect(page.getByText('Room for 4 more')).toBeVisible();
  const people = await Promise.all(
    ['Bea', 'Cal'].map((name, n) => guest(browser, baseURL, name, n === 0 ? PHONE : SMALL)),
  );
  for (const { page: phone } of people) await sitDown(phone, code);
  await expect(page.getByText('Room for 3 more')).toBeVisible();
  const { page: nobody, context } = await guest(browser, baseURL, '', PHONE);
  await nobody.goto(`/${code}`);
  await nobody.locator('.join').getByRole('button', { name: 'Sit down' }).click();
  await expect(nobody.getByRole('alert')).toHaveText('What is your name?');
  await expect(nobody.getByLabel('Your name')).toBeFocused();
  await picture(nobody, 'door-nameless');
  await nobody.getByLabel('Your name').fill('Dee');
  await nobody.getByLabel('Your name').press('Enter');
  await expect(page.getByText('Dee', { exact: true })).toBeVisible();

  const { page: cal } = people[1]!;
  await cal.getByRole('button', { name: 'Change name and colour' }).click();
  const you = cal.getByRole('dialog', { name: 'You at this table' });
  await expect(you.getByRole('radio', { name: 'Sand (taken)' }), 'somebody has it').toBeDisabled();
  await you.getByLabel('Your name').fill('Carl');
  await you.getByRole('radio', { name: 'Violet' }).focus();
  await cal.keyboard.press('Space');
  await you.getByRole('radio', { name: 'Cat' }).focus();
  await cal.keyboard.press('Space');
  await picture(cal, 'door-yourself');
  await expectAccessible(cal);
  await you.getByRole('button', { name: 'Done' }).click();
  const seat = page.locator('.seats li', { hasText: 'Carl' });
  await expect(seat.locator('.avatar')).toHaveCSS('background-color', 'rgb(217, 201, 240)');
  await expect(seat.locator('.avatar path')).toHaveCount(1);

  const { page: bea } = people[0]!;
  await bea.getByRole('button', { name: 'Settings' }).click();
  await bea.getByRole('dialog').getByRole('button', { name: 'Settings' }).click();
  await bea.getByRole('dialog').getByLabel('Your name').fill('Beatrix');
  await bea.getByRole('dialog').getByLabel('Your name').press('Tab');
  await expect(page.getByText('Beatrix', { exact: true }), 'a name from the settings reaches the seat').toBeVisible();
  await picture(page, 'door-seats');
  await expectAccessible(page);
  for (const { context } of people) await context.close();
  await context.close();
});

test('the host may limit the seats', async ({ page, browser, baseURL }) => {
  await opening(page, 'nabbit');
  await page.locator('.pick', { hasText: '2' }).click();
  await page.getByLabel('More may sit down until the start').uncheck();
  await picture(page, 'door-opening');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open the table' }).click();
  const code = await codeOf(page);
  const { page: bea, context } = await guest(browser, baseURL, 'Bea', PHONE);
  await sitDown(bea, code);
  const { page: late, context: other } = await guest(browser, baseURL, 'Cal', PHONE);
  await late.goto(`/${code}`);
  await expect(late.getByText('All seats are taken. You can watch.')).toBeVisible();
  await context.close();
  await other.close();
});

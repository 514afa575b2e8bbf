/** Stacket in a real browser: from the lobby to the standings, placing by dragging, from the list, by keyboard, by touch. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, picture, test } from './house';

// Software draws a few frames a second here, and each placing is simulated.
test.setTimeout(300_000);
const patient = { timeout: 90_000 };

/** Where the held piece is on the page: the label of its height begins there. */
async function held(page: Page): Promise<{ x: number; y: number }> {
  const canvas = (await page.locator('canvas').boundingBox())!;
  const at = await page.locator('.flag.height').evaluate((label) => {
    const { e, f } = new DOMMatrix(getComputedStyle(label).transform);
    return { x: e, y: f };
  });
  return { x: canvas.x + at.x, y: canvas.y + at.y };
}

/** Where the held piece is once the look has come to rest: on two pictures at the same place. */
async function heldAtRest(page: Page): Promise<{ x: number; y: number }> {
  let last = { x: -1, y: -1 };
  await expect
    .poll(async () => {
      const now = await held(page);
      const isSame = Math.hypot(now.x - last.x, now.y - last.y) < 0.5;
      last = now;
      return isSame;
    }, patient)
    .toBe(true);
  return last;
}

async function openTable(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: /Play now: Stacket/ }).click();
  await expect(page.locator('canvas')).toBeVisible(patient);
}

/** Waits for one's own turn, with nothing in hand. */
async function myTurn(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Give up' })).toBeEnabled(patient);
}

/** Takes a piece out of the box; gives what tells that it stands. */
async function pick(page: Page, piece: string | RegExp): Promise<RegExp> {
  const button = page.getByRole('button', { name: piece }).first();
  const name = (await button.getAttribute('title'))!;
  await button.click();
  await expect(page.locator('.flag.height')).toBeAttached(patient);
  return new RegExp(`${name}: (flat|upright|on its side|tilted)`);
}

const letGo = (page: Page) => page.getByRole('button', { name: 'Let go' });

/** The structure as it is told to who does not see it. */
const words = (page: Page) => page.getByRole('region', { name: 'In words' });

/** Waits until a piece that was let go stands, or the game has ended; says whether it goes on. */
async function placed(page: Page, piece: RegExp): Promise<boolean> {
  const over = page.locator('.over');
  await expect(words(page).filter({ hasText: piece }).or(over).first()).toBeAttached(patient);
  return (await over.count()) === 0;
}

async function giveUp(page: Page): Promise<void> {
  await myTurn(page);
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await expect(page.getByRole('heading', { name: 'You lose' })).toBeVisible(patient);
}

test('Stacket is played by dragging, from the list and by keyboard, to the standings', async ({ page }) => {
  await openTable(page);
  await myTurn(page);

  // By dragging the wood.
  await pick(page, 'Pick the tile');
  const from = await heldAtRest(page);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 4);
  await page.mouse.move(from.x + 60, from.y + 10);
  await page.mouse.up();
  await expect(page.locator('.verdict')).toContainText('comes down on the base', patient);
  await expect.poll(async () => (await held(page)).x, patient).toBeGreaterThan(from.x + 20);
  await picture(page, 'stacket-held');
  await expectAccessible(page);
  await letGo(page).click();
  expect(await placed(page, /the tile: flat on the base/)).toBe(true);

  // From the list of suggested places.
  await myTurn(page);
  const second = await pick(page, /^Pick the (cube|brick|disc|drum|short plank|pedestal)$/);
  const place = page.locator('.places li button').first();
  await expect(place).toBeVisible(patient);
  await place.click();
  await expect(place).toHaveClass(/chosen/);
  await expect(page.locator('.verdict')).toContainText('comes down on', patient);
  await picture(page, 'stacket-list');
  await letGo(page).click();
  expect(await placed(page, second)).toBe(true);

  // By keyboard: into the wood, where the reason is said at once; on top of it; and let go.
  await myTurn(page);
  await pick(page, /^Pick the (brick|disc|drum|short plank|square post|pedestal)$/);
  for (let i = 0; i < 8; i++) await page.keyboard.press('PageDown');
  await expect(page.locator('.verdict')).toContainText(/Not there: the piece would be [\d.]+ cm deep in/, patient);
  await expect(letGo(page)).toBeDisabled();
  await picture(page, 'stacket-refused');
  await page.keyboard.press('q');
  await page.keyboard.press('g');
  await expect(page.locator('.verdict')).toContainText('comes down on', patient);
  await expect(letGo(page)).toBeEnabled(patient);
  await page.keyboard.press('Enter');
  await expect(page.locator('.happened')).not.toContainText('Ada picks', patient);
  await expect(words(page)).toContainText(/pieces? on the base, [\d.]+ cm high/);

  if ((await page.locator('.over').count()) === 0) await giveUp(page);
  await expect(page.locator('.over li.winner')).toHaveCount(2, patient);
  await picture(page, 'stacket-over');
  await page.getByRole('button', { name: 'Look at the table' }).click();
  await page.keyboard.press('l');
  await expect(page.locator('.log')).toContainText('Ada lets the tile go');
});

test('what falls in Stacket is shown slowly, lies where it fell, and can be watched again', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
  await context.addInitScript(() => localStorage.setItem('stackhouse.settings', JSON.stringify({ name: 'Ada', pace: 'calm', isMuted: true })));
  const page = await context.newPage();
  await openTable(page);
  await myTurn(page);
  await pick(page, 'Pick the cube');
  // So far over the edge of the base that it cannot stay.
  for (let i = 0; i < 16; i++) await page.keyboard.press('ArrowRight');
  await expect(page.locator('.verdict')).toContainText('comes down on the base', patient);
  await letGo(page).click();
  await expect(page.locator('.flash')).toContainText('It falls', patient);
  await expect(page.getByRole('heading', { name: 'You lose' })).toBeVisible(patient);
  await page.getByRole('button', { name: 'Look at the table' }).click();
  await picture(page, 'stacket-fallen');
  await page.getByRole('button', { name: 'Watch again, slowly' }).click();
  await expect(page.getByRole('button', { name: 'Watch again, slowly' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Watch again, slowly' })).toBeVisible(patient);
  await context.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('Stacket fits, and a piece is placed by touch', async ({ page, context }) => {
    await openTable(page);
    await myTurn(page);
    await page.getByRole('button', { name: 'Pick the tile' }).tap();
    await expect(page.locator('.flag.height')).toBeAttached(patient);
    const from = await heldAtRest(page);
    const finger = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) => finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await touch('touchStart', [from]);
    await touch('touchMove', [{ x: from.x + 15, y: from.y + 2 }]);
    await touch('touchMove', [{ x: from.x + 40, y: from.y + 6 }]);
    await touch('touchEnd', []);
    await expect.poll(async () => (await held(page)).x, patient).toBeGreaterThan(from.x + 12);
    await expect(page.locator('.verdict')).toContainText('comes down on the base', patient);
    await page.getByRole('button', { name: 'Turn left' }).tap();
    await picture(page, 'stacket-phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Suggested places' }).tap();
    await expect(page.locator('.places li button').first()).toBeVisible();
    await picture(page, 'stacket-phone-places');
    await letGo(page).tap();
    expect(await placed(page, /the tile: flat on the base/)).toBe(true);
    await myTurn(page);
    await picture(page, 'stacket-phone-turn');
  });
});

/** Stacket in a real browser: from the lobby to the standings, placing by dragging, from the list, by keyboard, by touch. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, picture, test } from './house';
import { movedOn, seqOf } from './play';
import { expectTidy, expectTidyElsewhere } from './tidy';

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

/** Waits for one's own turn, with nothing in hand: at this table, or at another one if somebody else has let the structure fall. */
async function myTurn(page: Page): Promise<void> {
  const mine = page.getByRole('button', { name: 'Give up' }).and(page.locator(':enabled'));
  for (let tables = 0; tables < 4; tables++) {
    await expect(mine.or(page.locator('.over')).first()).toBeVisible(patient);
    if ((await page.locator('.over').count()) === 0) return;
    await expect(page.getByRole('heading', { name: 'You lose' })).toHaveCount(0);
    await openTable(page);
  }
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

/** Waits until a piece that was let go stands; by then somebody else may have let all of it fall. */
async function placed(page: Page, piece: RegExp): Promise<void> {
  await expect(words(page).filter({ hasText: piece }).or(page.locator('.over')).first()).toBeAttached(patient);
  await expect(page.getByRole('heading', { name: 'You lose' })).toHaveCount(0);
}

/** Lets the held piece go at a suggested place; where it comes to touch too little, or falls, the next one is tried. */
async function letGoByList(page: Page, name: string, press: 'click' | 'tap'): Promise<void> {
  const again = page.locator('.happened', { hasText: /lifted off|try again/ });
  const left = page.getByRole('button', { name: /^Pick the/ }).first();
  for (let i = 0; i < 5; i++) {
    const place = page.locator('.places li button').nth(i);
    await expect(place).toBeVisible(patient);
    if (i === 0) await picture(page, name);
    await place[press]();
    await expect(place).toHaveClass(/chosen/);
    await expect(page.locator('.verdict')).toContainText('comes down on', patient);
    const from = await seqOf(page);
    await letGo(page)[press]();
    await movedOn(page, from, patient.timeout);
    await expect(again.or(left).or(page.locator('.over')).first()).toBeVisible(patient);
    if ((await again.count()) === 0) return;
  }
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
  await placed(page, /the tile: flat on the base/);

  // From the list of suggested places.
  await myTurn(page);
  const second = await pick(page, /^Pick the (cube|brick|disc|drum|short plank|pedestal)$/);
  await letGoByList(page, 'stacket-list', 'click');
  await placed(page, second);

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

  await giveUp(page);
  await expect(page.locator('.over li.winner')).toHaveCount(2, patient);
  await picture(page, 'stacket-over');
  await page.getByRole('button', { name: 'Look at the table' }).click();
  await page.keyboard.press('l');
  await expect(page.locator('.log')).toContainText('Ada gives up');
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

/** Moves a finger along some points of the page. */
async function swipe(page: Page, points: { x: number; y: number }[]): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const [first, ...more] = points;
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [first!] });
  for (const point of more) await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}

/** How the held piece lies, as its picture is drawn: the pose the server is asked about. */
async function turnOf(page: Page): Promise<string> {
  return (await page.locator('canvas').getAttribute('data-turn')) ?? '';
}

for (const viewport of [{ width: 390, height: 844 }, { width: 360, height: 640 }]) {
  test.describe(`on a phone of ${viewport.width} by ${viewport.height}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });
    const name = viewport.width === 390 ? 'stacket-phone' : 'stacket-small';

    test('Stacket fits, and a piece is moved, turned and placed by touch', async ({ page }) => {
      await openTable(page);
      await myTurn(page);
      await expectTidy(page, 'one may pick');
      const [tools, stage] = await Promise.all([page.locator('.tools').boundingBox(), page.locator('.stage').boundingBox()]);
      expect(tools!.y, 'nothing lies over the wood').toBeGreaterThanOrEqual(stage!.y + stage!.height);
      await page.getByRole('button', { name: 'Pick the tile' }).tap();
      await expect(page.locator('.flag.height')).toBeAttached(patient);
      const from = await heldAtRest(page);
      await swipe(page, [from, { x: from.x + 15, y: from.y + 2 }, { x: from.x + 40, y: from.y + 6 }]);
      await expect.poll(async () => (await held(page)).x, patient).toBeGreaterThan(from.x + 12);
      await expect(page.locator('.verdict')).toContainText('comes down on the base', patient);

      // The ring is taken by one of its knobs.
      await heldAtRest(page);
      const before = await turnOf(page);
      const knob = (await page.locator('.knob').first().boundingBox())!;
      const [x, y] = [knob.x + knob.width / 2, knob.y + knob.height / 2];
      await swipe(page, [{ x, y }, { x: x + 8, y: y + 12 }, { x: x + 24, y: y + 24 }]);
      await expect.poll(() => turnOf(page), patient).not.toBe(before);

      await page.getByRole('button', { name: 'Turn left' }).tap();
      await expectTidy(page, 'one holds a piece');
      await picture(page, name);
      await expectTidyElsewhere(page, 'one holds a piece');
      await page.getByRole('button', { name: 'Suggested places' }).tap();
      await letGoByList(page, `${name}-places`, 'tap');
      await placed(page, /the tile: (flat|upright|on its side|tilted)/);
      await myTurn(page);
      await expectTidy(page, 'it is one’s turn again');
      await picture(page, `${name}-turn`);
    });
  });
}

/** Stacket in a real browser: from the lobby to the standings, placing by dragging, from the list, by keyboard, by touch. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, picture, test } from './house';
import { opening } from './people';
import { expectTidy, expectTidyElsewhere } from './tidy';
import { buildByList, letGo, myTurn, openTable, over, patient } from './wood';

test.setTimeout(600_000);

/** Where the held piece is on the page: the label of its height begins there. */
async function held(page: Page): Promise<{ x: number; y: number }> {
  const canvas = (await page.locator('canvas').boundingBox())!;
  const at = await page.locator('.flag.height').evaluate((label) => {
    const { e, f } = new DOMMatrix(getComputedStyle(label).transform);
    return { x: e, y: f };
  });
  return { x: canvas.x + at.x, y: canvas.y + at.y };
}

/** Where the held piece is once the look has come to rest. */
async function heldAtRest(page: Page): Promise<{ x: number; y: number }> {
  await expect(page.locator('canvas:not([data-moves])')).toBeAttached(patient);
  return held(page);
}

/** Takes a piece out of the box. */
async function pick(page: Page, piece: string): Promise<void> {
  await page.getByRole('button', { name: `Pick ${piece}`, exact: true }).click();
  await expect(page.locator('.flag.height')).toBeAttached(patient);
}

/** The structure as it is told to who does not see it. */
const words = (page: Page) => page.getByRole('region', { name: 'In words' });

/** Waits until a piece that was let go stands; by then somebody else may have let all of it fall. */
async function placed(page: Page, piece: RegExp): Promise<void> {
  await expect(words(page).filter({ hasText: piece }).or(over(page)).first()).toBeAttached(patient);
  await expect(page.getByRole('heading', { name: 'You lose' })).toHaveCount(0);
}

test('a piece of Stacket is placed by dragging it', async ({ page }) => {
  await openTable(page);
  await pick(page, 'the tile');
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
});

test('a piece of Stacket is placed from the list', async ({ page }) => {
  await openTable(page);
  await pick(page, 'the cube');
  await buildByList(page, 'click', () => picture(page, 'stacket-list'));
  await placed(page, /: (flat|upright|on its side|tilted) on the base/);
});

test('a piece of Stacket is placed by keyboard, and it is said at once where it cannot be', async ({ page }) => {
  await openTable(page);
  await pick(page, 'the brick');
  for (let i = 0; i < 8; i++) await page.keyboard.press('PageDown');
  await expect(page.locator('.verdict')).toContainText(/Not there: the piece would be [\d.]+ cm deep in/, patient);
  await expect(letGo(page)).toBeDisabled();
  await picture(page, 'stacket-refused');
  await page.keyboard.press('q');
  await page.keyboard.press('g');
  await expect(page.locator('.verdict')).toContainText('comes down on', patient);
  await expect(letGo(page)).toBeEnabled(patient);
  await page.keyboard.press('Enter');
  await placed(page, /the brick: flat on the base/);
});

test('who gives up in Stacket loses, and all others win', async ({ page }) => {
  await openTable(page);
  await myTurn(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await expect(page.getByRole('heading', { name: 'You lose' })).toBeVisible(patient);
  await expect(page.locator('.over li.winner')).toHaveCount(2, patient);
  await picture(page, 'stacket-over');
  await page.getByRole('button', { name: 'Look at the table' }).click();
  await page.keyboard.press('l');
  await expect(page.locator('.log')).toContainText('You give up');
});

test('whose turn it is not may shake the table, and is asked for nothing', async ({ page, browser, baseURL }) => {
  await opening(page, 'stacket');
  await page.locator('.pick', { hasText: '2' }).click();
  await page.getByLabel('Who begins?').selectOption({ label: 'Seat 1' });
  await page.getByRole('button', { name: 'Open the table' }).click();
  const code = (await page.locator('.invite .code').textContent())!.trim();
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
  await context.addInitScript(() =>
    localStorage.setItem('stackhouse.settings', JSON.stringify({ name: 'Bea', pace: 'instant', isMuted: true })),
  );
  const other = await context.newPage();
  await other.goto(`/t/${code}`);
  await other.locator('.join').getByRole('button', { name: 'Sit down' }).click();
  await page.getByRole('button', { name: 'Start now' }).click();
  await expect(other.getByRole('button', { name: 'Shake the table' })).toBeEnabled(patient);
  await expect(other.getByRole('button', { name: /^Hint/ })).toBeDisabled();
  await expect(myTurn(page)).toBeVisible(patient);
  await expect(page.getByRole('button', { name: /^Hint/ })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Shake the table' })).toHaveCount(0);
  await context.close();
});

test('a picture that the browser took away is drawn again when it comes back', async ({ page }) => {
  await page.addInitScript(() => {
    const give = HTMLCanvasElement.prototype.getContext;
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, ...how: Parameters<typeof give>) {
        const context = give.apply(this, how);
        if (this.isConnected)
          Object.assign(window, {
            lost: (context as WebGLRenderingContext | null)?.getExtension?.('WEBGL_lose_context'),
          });
        return context;
      },
    });
  });
  await openTable(page);
  const lost = (deed: 'loseContext' | 'restoreContext') =>
    page.evaluate((deed) => (window as unknown as { lost: WEBGL_lose_context }).lost[deed](), deed);
  const { x, y, width, height } = (await page.locator('canvas').boundingBox())!;
  // Without the labels at its edges, an empty picture is far smaller than one of wood.
  const size = async () =>
    (await page.screenshot({ clip: { x: x + width / 4, y: y + height / 3, width: width / 2, height: height / 3 } }))
      .length;
  await expect.poll(size, patient).toBeGreaterThan(20_000);
  await lost('loseContext');
  await expect.poll(size, patient).toBeLessThan(10_000);
  await lost('restoreContext');
  await expect.poll(size, patient).toBeGreaterThan(20_000);
});

test('what falls in Stacket is shown slowly, lies where it fell, and can be watched again', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
  await context.addInitScript(() =>
    localStorage.setItem('stackhouse.settings', JSON.stringify({ name: 'Ada', pace: 'calm', isMuted: true })),
  );
  const page = await context.newPage();
  // Said for a moment only: the page notes it.
  await page.addInitScript(() => {
    const flashes: string[] = [];
    Object.assign(window, { flashes });
    new MutationObserver(() => flashes.push(document.querySelector('.flash')?.textContent ?? '')).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await openTable(page);
  await pick(page, 'the cube');
  // So far over the edge of the base that it cannot stay.
  for (let i = 0; i < 16; i++) await page.keyboard.press('ArrowRight');
  await expect(page.locator('.verdict')).toContainText('comes down on the base', patient);
  await letGo(page).click();
  await expect(page.getByRole('heading', { name: 'You lose' })).toBeVisible(patient);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { flashes: string[] }).flashes), patient)
    .toContain('It falls');
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

for (const viewport of [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]) {
  test.describe(`on a phone of ${viewport.width} by ${viewport.height}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });
    const name = viewport.width === 390 ? 'stacket-phone' : 'stacket-small';

    test('Stacket fits, and a piece is moved, turned and placed by touch', async ({ page }) => {
      await openTable(page);
      await expectTidy(page, 'one may pick');
      const [tools, stage] = await Promise.all([
        page.locator('.tools').boundingBox(),
        page.locator('.stage').boundingBox(),
      ]);
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
      await swipe(page, [
        { x, y },
        { x: x + 8, y: y + 12 },
        { x: x + 24, y: y + 24 },
      ]);
      await expect.poll(() => turnOf(page), patient).not.toBe(before);

      await page.getByRole('button', { name: 'Turn left' }).tap();
      await expectTidy(page, 'one holds a piece');
      await picture(page, name);
      await expectTidyElsewhere(page, 'one holds a piece');
      await buildByList(page, 'tap', () => picture(page, `${name}-places`));
      // If somebody else has let all of it fall by then, at another table.
      await expect(myTurn(page).or(over(page)).first()).toBeVisible(patient);
      if ((await over(page).count()) > 0) await openTable(page);
      await expectTidy(page, 'it is one’s turn again');
      await picture(page, `${name}-turn`);
    });
  });
}

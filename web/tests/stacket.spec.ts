/** Stacket in a real browser: from the lobby to the standings, placing by dragging and from the list. */
import { expect, picture, test } from './house';
import type { Page } from '@playwright/test';

// Software draws a few frames a second here, and each placing is simulated.
test.setTimeout(300_000);

/** Where the held piece is on the page: beside the label of its height. */
async function held(page: Page): Promise<{ x: number; y: number }> {
  const canvas = (await page.locator('canvas').boundingBox())!;
  const at = await page.locator('.flag.height').evaluate((label) => {
    const { e, f } = new DOMMatrix(getComputedStyle(label).transform);
    return { x: e, y: f };
  });
  return { x: canvas.x + at.x, y: canvas.y + at.y };
}

async function openTable(page: Page) {
  await page.goto('/');

  await page.getByRole('button', { name: /Play now: Stacket/ }).click();
  await expect(page.locator('canvas')).toBeVisible({ timeout: 60_000 });
}

async function myTurn(page: Page) {
  await expect(page.getByRole('button', { name: 'Give up' })).toBeEnabled({ timeout: 120_000 });
}

test('a game of Stacket is played by dragging and from the list, to the standings', async ({ page }) => {
  await openTable(page);
  await myTurn(page);

  await page.getByRole('button', { name: 'Pick the tile' }).click();
  await expect(page.getByText('Suggested places').first()).toBeVisible();
  const from = await held(page);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 6, { steps: 3 });
  await page.mouse.up();
  await expect(page.locator('.verdict')).toContainText('comes down on the base');
  await expect.poll(async () => (await held(page)).x).toBeGreaterThan(from.x + 8);
  await picture(page, 'stacket-held');
  await page.getByRole('button', { name: 'Let go' }).click();
  await expect(page.getByText(/the tile is placed/).first()).toBeAttached({ timeout: 60_000 });

  await myTurn(page);
  await page.getByRole('button', { name: /^Pick the (cube|brick|disc|drum|short plank|cross)$/ }).first().click();
  const places = page.locator('.places li button');
  if ((await places.count()) > 0) {
    await places.first().click();
    await expect(page.locator('.verdict')).toContainText('comes down on');
    await picture(page, 'stacket-list');
    await page.getByRole('button', { name: 'Let go' }).click();
    await expect(page.locator('.happened')).toContainText(/is placed|falls|lifted|picks|lets|loses/, { timeout: 60_000 });
  } else await page.getByRole('button', { name: 'Put back' }).click();

  await myTurn(page);
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await expect(page.getByRole('heading', { name: /win|over/i }).first()).toBeVisible({ timeout: 30_000 });
  await picture(page, 'stacket-over');
});

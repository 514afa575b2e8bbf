/** Whoever watches sees where a piece of Stacket is held, while it is held. */
import { expect, picture, test } from './house';
import { openTable, patient, pieces } from './wood';

test('a piece that somebody holds is seen to move by who watches', async ({ page, browser, baseURL }) => {
  test.setTimeout(300_000);
  await openTable(page);
  const code = (await page.locator('header .code').textContent())!.trim();
  const watching = await browser.newContext({ baseURL });
  const other = await watching.newPage();
  await other.goto(`/t/${code}`);
  const seen = other.locator('canvas[data-seen]');
  await expect(other.locator('canvas')).toBeVisible(patient);
  await pieces(page).first().click();
  await expect(page.locator('.flag.height')).toBeAttached(patient);
  await page.keyboard.press('ArrowLeft');
  await expect(seen).toBeAttached(patient);
  const first = (await seen.getAttribute('data-seen'))!;
  await page.keyboard.press('ArrowUp');
  await expect(seen).not.toHaveAttribute('data-seen', first, patient);
  await expect(other.locator('canvas:not([data-moves])')).toBeAttached(patient);
  await picture(other, 'stacket-hand-of-another');
  await watching.close();
});

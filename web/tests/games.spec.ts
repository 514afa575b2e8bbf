import { CARD_GAMES } from './games';
import { expect, picture, rest, test } from './house';
import { act, mayAct, movedOn, playNow, playOn, seqOf } from './play';

for (const game of CARD_GAMES) {
  test(`${game} is played from the lobby to the standings by clicking`, async ({ page }) => {
    test.setTimeout(300_000);
    await playNow(page, game);
    for (let n = 0; n < 8 && (await mayAct(page)); n++) await act(page, n);
    await rest(page);
    await picture(page, `${game}-wide`);
    await playOn(page);
    await rest(page);
    await picture(page, `${game}-over`);
    await expect(page.locator('.over li.winner').first()).toBeVisible();
    await expect(page.locator('.over h2'), 'who won is read out').toBeFocused();
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const game of CARD_GAMES) {
    test(`${game} fits and is played by tapping`, async ({ page }) => {
      await playNow(page, game);
      for (let n = 0; n < 6 && (await mayAct(page)); n++) await act(page, n);
      await rest(page);
      expect(await seqOf(page), 'the taps did something').toBeGreaterThan(5);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(390);
      await picture(page, `${game}-phone`);
    });
  }

  test('the table of Nuts for Nuts stays where it is when a card is chosen', async ({ page }) => {
    await playNow(page, 'nuts');
    const card = page.locator('.target[data-target^=hand]:enabled').first();
    for (let n = 0; n < 40 && (await mayAct(page)) && (await card.count()) === 0; n++) await act(page, 0);
    const high = () => page.locator('.stage').evaluate((stage) => stage.clientHeight);
    const before = await high();
    await card.tap();
    await expect(card).toHaveAttribute('aria-pressed', 'true');
    expect(await high()).toBe(before);
  });
});

test('a drawn card of Push is dragged to its place, and nothing of Stacket is fetched for it', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await playNow(page, 'push');
  for (
    let n = 0;
    n < 60 && (await mayAct(page)) && (await page.locator('.target[data-target=hand]').count()) === 0;
    n++
  )
    await act(page, 0);
  await rest(page);
  const card = (await page.locator('.target[data-target=hand]').boundingBox())!;
  const place = page.locator('.target[data-target^=stack]').first();
  const box = (await place.boundingBox())!;
  const from = await seqOf(page);
  await page.mouse.move(card.x + card.width / 2, card.y + card.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 });
  await expect(page.locator('.card.held')).toBeVisible();
  await expect(page.locator('.target.over')).toHaveCount(1);
  await page.mouse.up();
  await movedOn(page, from);
  await expect(page.locator('.happened')).toContainText(/You (start|play)/);
  expect(fetched.filter((path) => /\/assets\/.*\.js$/.test(path)).length).toBeGreaterThan(2);
  expect(fetched.filter((path) => /stacket|three/i.test(path))).toEqual([]);
});

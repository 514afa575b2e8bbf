/** After the game: standings, the replay with everyone's chances, the check of the shuffle, and another game. */
import { expectAccessible } from './axe';
import { expect, picture, rest, test } from './house';
import { laidOut, mayAct, playNow, playOn } from './play';

test('an ended game is replayed with its chances, checked, and played again', async ({ page }) => {
  test.setTimeout(300_000);
  // As on a plain address of the local network.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    Object.defineProperty(crypto, 'subtle', { value: undefined });
  });
  await playNow(page, 'stacks');
  await playOn(page);
  await expectAccessible(page);
  const table = page.url();

  await page.getByRole('link', { name: 'Watch the replay' }).click();
  await page.getByRole('button', { name: 'Step on' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await rest(page);
  await picture(page, 'replay');
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused();

  const eyes = page.getByLabel('Through the eyes of');
  const worth = page.getByText(/^\s*worth/);
  await eyes.selectOption('Everybody');
  const last = Number(await page.getByRole('slider').getAttribute('max'));
  // What everybody saw may still be on its way: then the game is gone through once more.
  await expect(async () => {
    await page.getByRole('button', { name: 'To the beginning' }).click();
    for (let step = 1; step <= last && (await worth.count()) === 0; step++) {
      await page.getByRole('button', { name: 'Step on' }).click();
      await expect(page.locator('.step')).toHaveText(`${step} / ${last}`);
    }
    expect(await worth.count(), 'what has been laid lies open').toBeGreaterThan(0);
  }).toPass();
  await rest(page);
  await picture(page, 'replay-open');
  await eyes.selectOption('Somebody watching');
  await expect(worth, 'and is hidden from whoever watched').toHaveCount(0);

  await page.getByRole('button', { name: 'Work out the chances' }).click();
  const curve = page.getByRole('img', { name: /Chances to win over the game/ });
  await expect(curve).toBeVisible({ timeout: 120_000 });
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('stackhouse:cut')));
  // From the first decision on: three cards were dealt before.
  const moments = Math.min(72, Number(await page.getByRole('slider').getAttribute('max')) - 3);
  const drawn = async () => (await curve.locator('polyline').first().getAttribute('points'))!.split(' ').length;
  await expect
    .poll(drawn, { message: 'the curve is drawn to its end, also over a lost line', timeout: 120_000 })
    .toBe(moments);
  await expect(page.locator('progress')).toBeHidden();
  await expect(curve.locator('polyline')).toHaveCount(3);
  const turn = page.getByRole('group', { name: 'Turning points' }).getByRole('button').first();
  await page.keyboard.press('Home');
  await expect(page.locator('.step')).toHaveText(/^0 /);
  await turn.click();
  await expect(page.locator('.step')).not.toHaveText(/^0 /);
  await expectAccessible(page);
  await picture(page, 'replay-chances');

  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ['To the beginning', 'To the end', 'Play'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  for (const part of [page.getByRole('slider'), page.getByLabel('Speed'), curve])
    await expect(part).toBeInViewport({ ratio: 1 });
  await picture(page, 'replay-phone');
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('link', { name: 'Check the shuffle' }).click();
  await expect(page.locator('.verdict')).toContainText(/Both hashes match, and each of the \d+ draws is the one/);
  await expect(page.getByText(/all \d+ draws match/)).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'check');

  await page.goto(table);
  await page.getByRole('button', { name: 'Play again' }).click();
  await expect(page).not.toHaveURL(table);
  await expect(page.locator('.over')).toHaveCount(0);
  // The waiting room is seen before the game is on.
  await laidOut(page);
  expect(await mayAct(page)).toBe(true);
  const { fairness } = (await (await page.request.get(`/api/tables/${page.url().split('/').at(-1)}`)).json()) as {
    fairness: { seeds: unknown[] };
  };
  expect(fairness.seeds, 'a number of one’s own in the rematch too').toHaveLength(1);
});

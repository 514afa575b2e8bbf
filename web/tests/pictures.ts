/** The README's pictures: every table in the middle of a game. */
import { expect, rest, test } from './house';
import { act, mayAct, playNow } from './play';

/** A moment worth showing: so many turns at least, then as soon as so much of something lies on the table. */
const MOMENTS: Record<string, { turns: number; of: string; many: number }> = {
  nabbit: { turns: 6, of: '.card.glow', many: 4 },
  push: { turns: 9, of: '.mat:not(.bare)', many: 6 },
  stacks: { turns: 3, of: '.call:enabled, .ladder ol li', many: 3 },
  nuts: { turns: 6, of: '.target[data-target^=hand]', many: 2 },
};
const MOST = 60;

test('the lobby', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.game h2').first()).toBeVisible();
  await rest(page);
  await page.screenshot({ path: '../docs/pictures/lobby.png' });
});

for (const [game, { turns, of, many }] of Object.entries(MOMENTS)) {
  test(`a table of ${game}`, async ({ page }) => {
    await playNow(page, game);
    for (let n = 0; n < MOST && (await mayAct(page)); n++) {
      await rest(page);
      if (n >= turns && (await page.locator(of).count()) >= many) break;
      await act(page, n);
    }
    await mayAct(page);
    await rest(page);
    await page.screenshot({ path: `../docs/pictures/${game}.png` });
  });
}

test('a table of stacket', async ({ page }) => {
  test.setTimeout(300_000);
  const patient = { timeout: 120_000 };
  await page.goto('/');
  await page.getByRole('button', { name: /Play now: Stacket/ }).click();
  for (const pieces of [
    /^Pick the (bridge|tile)$/,
    /^Pick the (cube|brick|drum|disc|tile)$/,
    /^Pick the (square post|roof|cube|brick|disc)$/,
  ]) {
    await expect(page.getByRole('button', { name: 'Give up' })).toBeEnabled(patient);
    await page.getByRole('button', { name: pieces }).first().click();
    await page.locator('.places li button').first().click(patient);
    await expect(page.locator('.verdict')).toContainText('comes down on', patient);
    if (String(pieces).includes('roof')) break;
    await page.getByRole('button', { name: 'Let go' }).click();
    await expect(page.locator('.happened')).not.toContainText(/You pick/, patient);
  }
  // The look at the piece comes to rest, and then the picture is drawn finely.
  await expect
    .poll(
      () => page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width / canvas.clientWidth),
      patient,
    )
    .toBe(1);
  await page.screenshot({ path: '../docs/pictures/stacket.png' });
});

test('a replay, with all cards open', async ({ page }) => {
  test.setTimeout(300_000);
  const patient = { timeout: 200_000 };
  await page.goto('/');
  await page.getByRole('button', { name: 'Watch bots play: Stacks' }).click();
  await page.getByRole('link', { name: 'Watch the replay' }).click(patient);
  await page.getByLabel('Through the eyes of').selectOption('Everybody');
  await page.getByRole('button', { name: 'Work out the chances' }).click();
  await expect(page.locator('progress')).toBeVisible();
  await expect(page.locator('progress')).toBeHidden(patient);
  await page.getByRole('group', { name: 'Turning points' }).getByRole('button').first().click();
  // The round before the Call that turned the game, with all that was laid.
  const before = page.getByRole('button', { name: 'Step back' });
  for (let n = 0; n < MOST && (await page.locator('.ladder li').count()) < 2; n++) await before.click();
  await rest(page);
  await page.screenshot({ path: '../docs/pictures/replay.png' });
});

/** How a test plays: like somebody who clicks whatever is bright. */
import { expect, type Page } from '@playwright/test';

/** Sits down against bots in one click from the lobby. */
export async function playNow(page: Page, game: string): Promise<void> {
  await page.goto('/');
  await page.locator(`.game.room-${game} .btn.primary`).click();
  await laidOut(page);
}

/** Waits until the table itself is fetched and drawn, with whatever it shows. */
export async function laidOut(page: Page): Promise<void> {
  await expect(page.locator('.bar')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.table .cards, .table canvas').first()).toBeAttached({ timeout: 60_000 });
}

/** Whatever can be pressed in the bar now. */
export const acts = (page: Page) => page.locator('.acts button.btn:enabled');

/** Waits until one may act or the game is over; says which. */
export async function mayAct(page: Page): Promise<boolean> {
  await page.waitForFunction(
    () =>
      document.querySelector('.over') ||
      document.querySelector('.acts button.btn:enabled') ||
      document.querySelector('.target[data-target^=hand]:enabled'),
    undefined,
    { timeout: 60_000 },
  );
  return (await page.locator('.over').count()) === 0;
}

/** Which moment of the game the table shows; it rises with all that happens. */
export const seqOf = async (page: Page) => Number(await page.locator('.table').getAttribute('data-seq'));

/** Waits until the table shows a later moment than this one. */
export async function movedOn(page: Page, from: number, timeout = 60_000): Promise<void> {
  await page.waitForFunction(
    (from) => Number(document.querySelector('.table')?.getAttribute('data-seq')) > from,
    from,
    { timeout },
  );
}

/**
 * Does one thing and waits for what comes of it: chooses a card of the hand where the game asks for one, then presses
 * the main button or another.
 */
export async function act(page: Page, n: number): Promise<void> {
  const from = await seqOf(page);
  // On a busy machine a click may come to nothing: a button goes away when its time is over. Then one tries again.
  await expect(async () => {
    if ((await seqOf(page)) > from || !(await press(page, n))) return;
    await movedOn(page, from, 10_000);
  }).toPass({ timeout: 90_000 });
}

/** Presses something; says whether there was anything to press. */
async function press(page: Page, n: number): Promise<boolean> {
  const quick = { timeout: 5000 };
  const hand = page.locator('.target[data-target^=hand]:enabled');
  const isNuts = (await page.locator('.table.room-nuts').count()) > 0;
  if (isNuts && (await hand.count()) > 0)
    await hand
      .first()
      .click(quick)
      .catch(() => undefined);
  const main = page.locator('.acts button.btn.primary:enabled');
  const all = acts(page);
  const count = await all.count();
  if (count === 0) return false;
  const pick = (await main.count()) > 0 && n % 3 !== 2 ? main.first() : all.nth(n % count);
  await pick.click(quick).catch(() => undefined);
  await confirm(page);
  return true;
}

/** Says yes where something that gives much up is asked once more. */
export async function confirm(page: Page): Promise<void> {
  const yes = page.locator('dialog[open] .sure .danger');
  if ((await yes.count()) > 0) await yes.click({ timeout: 5000 }).catch(() => undefined);
}

/** Plays until the standings are shown. */
export async function playOn(page: Page, most = 400): Promise<void> {
  for (let n = 0; n < most && (await mayAct(page)); n++) await act(page, n);
  await expect(page.locator('.over')).toBeVisible({ timeout: 60_000 });
}

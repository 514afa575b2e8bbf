/** How a test builds in Stacket: like somebody who takes what the house suggests, and tries on when it does not hold. */
import type { Page } from '@playwright/test';
import { expect } from './house';
import { opening } from './people';
import { movedOn, seqOf } from './play';

/** Software draws a few frames a second, and each placing is simulated. */
export const patient = { timeout: 120_000 };
/** So many pieces are tried before a test says that the house knows no place at all. */
const PIECES = 6;

export const letGo = (page: Page) => page.getByRole('button', { name: 'Let go' });
export const over = (page: Page) => page.locator('.over');

/** The pieces that may be picked now. */
export const pieces = (page: Page) => page.getByRole('button', { name: /^Pick the/ }).and(page.locator(':enabled'));

/** What may be pressed in one's own turn only. */
export const myTurn = (page: Page) => page.getByRole('button', { name: 'Give up' }).and(page.locator(':enabled'));

/** Opens a table at which one begins: the base is bare, so that nothing depends on what bots have built. */
export async function openTable(page: Page): Promise<void> {
  await opening(page, 'stacket');
  await page.getByLabel('Who begins?').selectOption({ label: 'Seat 1' });
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByRole('button', { name: /^Start/ }).click();
  await expect(page.locator('canvas')).toBeVisible(patient);
  await expect(myTurn(page)).toBeVisible(patient);
}

/** What became of a piece that was let go, once it has come to rest: it counts (and may have ended the game), or it is in hand again. */
async function outcome(page: Page): Promise<'done' | 'again'> {
  const found = await page.waitForFunction(
    () => {
      if (document.querySelector('.over')) return 'done';
      // While it moves it is nobody's turn.
      if (!document.querySelector('.seats .active')) return null;
      return [...document.querySelectorAll('.acts button')].some((button) => button.textContent?.includes('Let go'))
        ? 'again'
        : 'done';
    },
    undefined,
    patient,
  );
  return (await found.jsonValue()) as 'done' | 'again';
}

/** Lets the held piece go at one suggested place after another until it counts; says whether it did. */
async function tryPlaces(page: Page, press: 'click' | 'tap', seen: () => Promise<void>): Promise<boolean> {
  const places = page.locator('.places li button');
  const none = page.getByText(/knows no safe place/);
  // On a phone the list lies behind a button.
  const swap = page.getByRole('button', { name: 'Suggested places' });
  for (let i = 0; ; i++) {
    await expect(swap.or(places.first()).or(none).filter({ visible: true }).first()).toBeVisible(patient);
    if (await swap.isVisible()) await swap[press]();
    if (i === 0) await seen();
    const place = places.nth(i);
    if ((await place.count()) === 0) return false;
    await place[press]();
    await expect(place).toHaveClass(/chosen/);
    await expect(page.locator('.verdict')).toContainText('comes down on', patient);
    await expect(letGo(page)).toBeEnabled(patient);
    const from = await seqOf(page);
    await letGo(page)[press]();
    await movedOn(page, from, patient.timeout);
    if ((await outcome(page)) === 'done') return true;
  }
}

/**
 * Builds one piece by the list of suggested places: where none holds, it is put back and another is taken. `seen` is
 * called with each list.
 */
export async function buildByList(page: Page, press: 'click' | 'tap' = 'click', seen = async () => {}): Promise<void> {
  for (let n = 0; n < PIECES; n++) {
    if ((await letGo(page).count()) === 0) await pieces(page).nth(n)[press]();
    await expect(letGo(page)).toBeVisible(patient);
    if (await tryPlaces(page, press, seen)) return;
    await page.getByRole('button', { name: 'Put back' })[press]();
    await expect(letGo(page)).toHaveCount(0, patient);
  }
  throw new Error(`none of ${PIECES} pieces stands where the house suggests`);
}

/** A key or a tap decides what it was meant for; and what gives much up is asked once more. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, picture, test } from './house';
import { opening, PHONE } from './people';
import { act, acts, laidOut, mayAct, movedOn, playNow, seqOf } from './play';

/** The moves this page makes, as they are sent. */
function movesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('websocket', (line) =>
    line.on('framesent', ({ payload }) => {
      const { type, move } = JSON.parse(`${payload}`) as { type: string; move?: unknown };
      if (type === 'play') sent.push(JSON.stringify(move));
    }),
  );
  return sent;
}

test('a key or a tap on its way does not make the next decision', async ({ page }) => {
  const sent = movesOf(page);
  await playNow(page, 'nabbit');
  await mayAct(page);
  // Whatever comes to the bar is pressed in the very same moment, by key, by click, and by a finger that goes up only later.
  await page.evaluate(() => {
    const seen = new WeakSet<Element>();
    const key = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }));
    for (const button of document.querySelectorAll('.acts .btn')) seen.add(button);
    new MutationObserver(() => {
      for (const button of document.querySelectorAll<HTMLButtonElement>('.acts .btn')) {
        if (seen.has(button)) continue;
        seen.add(button);
        document.body.dataset.seen = `${Number(document.body.dataset.seen ?? 0) + 1}`;
        key();
        button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
        button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        new MutationObserver(() => button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))).observe(
          button,
          { attributeFilter: ['disabled'] },
        );
      }
    }).observe(document.querySelector('.acts')!, { childList: true, subtree: true });
  });
  await page.keyboard.press('s');
  await expect
    .poll(() => page.evaluate(() => Number(document.body.dataset.seen ?? 0)), { timeout: 60_000 })
    .toBeGreaterThan(1);
  await mayAct(page);
  expect(sent, 'only what was meant').toEqual(['"stop"']);
  await page.keyboard.press('s');
  await expect.poll(() => sent.length).toBe(2);
});

/** Opens a table of Nuts for Nuts and plays until the Raccoon has its actions. */
async function raccoon(page: Page): Promise<void> {
  await opening(page, 'nuts');
  await page.getByLabel('Who is the Raccoon?').selectOption({ label: 'Seat 1' });
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByRole('button', { name: /^Start/ }).click();
  await laidOut(page);
  await mayAct(page);
  await expect(page.getByText(/^\d actions/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^End turn/ }).and(acts(page))).toBeVisible();
}

for (const [name, where] of [
  ['table', {}],
  ['phone', PHONE],
] as const) {
  test.describe(`on a ${name}`, () => {
    test.use(where);

    test('a turn with actions left is ended only by saying so twice', async ({ page }) => {
      const sent = movesOf(page);
      await raccoon(page);
      const asks = page.getByRole('dialog', { name: 'End turn' });
      await page.keyboard.press('e');
      await expect(asks).toContainText(/You still have \d actions/);
      await picture(page, `end-turn-${name}`);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(asks).toHaveCount(0);
      await page
        .getByRole('button', { name: /^End turn/ })
        .and(acts(page))
        .click();
      await asks.getByRole('button', { name: 'Cancel' }).click();
      await expect(asks).toHaveCount(0);
      expect(sent).toEqual([]);
      await page.keyboard.press('e');
      await expect(asks.getByRole('button', { name: 'End turn' })).toBeEnabled();
      await page.keyboard.press('e');
      await expect.poll(() => sent).toEqual(['"end-turn"']);
      await expect(asks).toHaveCount(0);
    });
  });
}

test('a key that is held down, or pressed twice in a hurry, does not say yes', async ({ page }) => {
  const sent = movesOf(page);
  await raccoon(page);
  await page.evaluate(() => {
    const press = (repeat: boolean) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key: 'e', bubbles: true, repeat }),
      );
    new MutationObserver((_, all) => {
      const yes = document.querySelector('dialog[open] .sure .danger');
      if (!yes) return;
      all.disconnect();
      press(false);
      new MutationObserver(() => press(true)).observe(yes, { attributeFilter: ['aria-disabled'] });
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await page.keyboard.press('e');
  const yes = page.getByRole('dialog').getByRole('button', { name: 'End turn' });
  await expect(yes).toBeEnabled();
  await expect(page.getByRole('dialog'), 'it is still asked').toBeVisible();
  expect(sent).toEqual([]);
});

test('folding is asked once more, and who plays by Enter confirms with Enter', async ({ page }) => {
  const sent = movesOf(page);
  await playNow(page, 'stacks');
  const fold = page.getByRole('button', { name: /^Fold/ }).and(acts(page));
  for (let n = 0; n < 20 && (await mayAct(page)) && (await fold.count()) === 0; n++) await act(page, 0);
  await expect(fold).toBeVisible();
  const [from, before] = [await seqOf(page), sent.length];
  await fold.focus();
  await page.keyboard.press('Enter');
  const asks = page.getByRole('dialog', { name: 'Fold' });
  await expect(asks).toContainText('You are out of this round and score nothing in it.');
  await picture(page, 'fold');
  await expectAccessible(page);
  const yes = asks.getByRole('button', { name: 'Fold' });
  await expect(yes).toBeFocused();
  await expect(yes).toBeEnabled();
  expect(sent).toHaveLength(before);
  await page.keyboard.press('Enter');
  await expect.poll(() => sent.slice(before)).toEqual(['"fold"']);
  await movedOn(page, from);
});

test('a seat in a running game is not forgotten by a slip', async ({ page }) => {
  await playNow(page, 'push');
  await page.goto('/');
  const forget = page.getByRole('button', { name: /^Forget: Push/ });
  await forget.click();
  await expect(page.getByRole('dialog')).toContainText('Your seat stays taken');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Go on' }).first()).toBeVisible();
  await forget.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
  await expect(forget).toHaveCount(0);
});

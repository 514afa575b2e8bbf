/** Cards taken by hand: dragged to where they go; and the odds of what can only be guessed. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, picture, rest, test } from './house';
import { opening } from './people';
import { act, laidOut, mayAct, playNow } from './play';

const target = (page: Page, id: string) => page.locator(`.target[data-target=${id}]`);

/** Drags what lies at one place to another and lets it go there. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  await rest(page);
  const [a, b] = [(await target(page, from).boundingBox())!, (await target(page, to).boundingBox())!];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
  await expect(page.locator('.card.held').first()).toBeVisible();
  await expect(page.locator('.target.over')).toHaveCount(1);
  await page.mouse.up();
}

/** Acts until a place is there. */
async function until(page: Page, id: string): Promise<void> {
  for (let n = 0; n < 60 && (await mayAct(page)) && (await target(page, id).count()) === 0; n++) await act(page, 0);
  await expect(target(page, id)).toBeVisible();
}

test('a flipped card of Stack Nabbit is kept by dragging it to one’s own', async ({ page }) => {
  await playNow(page, 'nabbit');
  await until(page, 'kept');
  await drag(page, 'kept', 'mine');
  await page.keyboard.press('l');
  await expect(page.locator('.log')).toContainText(/You keep the \d/);
  await picture(page, 'drag-nabbit');
  await page.keyboard.press('Escape');

  // Its place goes away while it is held: a key has stopped the turn.
  await until(page, 'kept');
  await rest(page);
  const box = (await target(page, 'kept').boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height, { steps: 4 });
  await expect(page.locator('.card.held').first()).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.locator('.card.held')).toHaveCount(0);
  await page.mouse.move(box.x, box.y);
  await expect(page.locator('.card.held'), 'what was let go of does not come back').toHaveCount(0);
  await page.mouse.up();
});

test('a card of Stacks is played by dragging it onto the Stack', async ({ page }) => {
  await playNow(page, 'stacks');
  await until(page, 'hand1');
  await drag(page, 'hand1', 'stack');
  await page.keyboard.press('l');
  await expect(page.locator('.log')).toContainText(/You lay 1 card and bid/);
  await picture(page, 'drag-stacks');
});

test('a nut is stashed by dragging it there', async ({ page }) => {
  await playNow(page, 'nuts');
  const asked = page.getByText(/^(One action|\d actions)/);
  const mayStash = async () => (await asked.count()) > 0 && (await target(page, 'hand0').count()) > 0;
  for (let n = 0; n < 60 && (await mayAct(page)) && !(await mayStash()); n++) await act(page, 0);
  await expect(asked).toBeVisible();
  await drag(page, 'hand0', 'stash');
  await page.keyboard.press('l');
  await expect(page.locator('.log')).toContainText(/You stash/);
  await picture(page, 'drag-nuts');
});

test.describe('with movement', () => {
  test.use({ pace: 'brisk' });

  test('a Bid of Stacks can be doubted by its odds, and a Call turns the Stack up', async ({ page }) => {
    // Long enough to look at it for whoever is slow.
    await opening(page, 'stacks');
    await page.getByLabel('Time to call a play').selectOption('20 seconds');
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.getByRole('button', { name: /^Start/ }).click();
    await laidOut(page);
    const call = page.locator('.call:enabled');
    for (let n = 0; n < 40 && (await mayAct(page)) && (await call.count()) === 0; n++) await act(page, 0);
    await expect(page.getByRole('img', { name: /Chance that it is true: \d+%/ })).toBeVisible();
    await picture(page, 'stacks-odds');
    await call.click();
    await expect(page.locator('.stamp')).toHaveText(/TRUE|BLUFF/);
    await rest(page);
    await picture(page, 'stacks-showdown');
    // It goes by itself, too, for whoever only looks.
    await page.evaluate(() => document.querySelector<HTMLElement>('.showdown')?.click());
    await expect(page.locator('.showdown')).toHaveCount(0);
  });
});

test('the Raccoon sees how often each guess is right', async ({ page }) => {
  await opening(page, 'nuts');
  await page.getByLabel('Who is the Raccoon?').selectOption({ label: 'Seat 1' });
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByRole('button', { name: /^Start/ }).click();
  const steal = page.getByRole('button', { name: /^Steal from/ });
  for (let n = 0; n < 40 && (await mayAct(page)) && (await steal.count()) === 0; n++) await act(page, 0);
  await page
    .locator('.acts')
    .getByRole('button', { name: /^Steal from/ })
    .first()
    .click();
  const guess = page.getByRole('button', { name: /^Guess .*right \d+% of the time$/ });
  await expect(guess).toHaveCount(8);
  await picture(page, 'nuts-guess');
  await expectAccessible(page);
  const share = async (what: string) =>
    Number(/(\d+)%/.exec((await page.getByRole('button', { name: new RegExp(`^Guess ${what}`) }).textContent())!)![1]);
  const numbers = [await share('1 nut'), await share('2 nuts'), await share('3 nuts')];
  expect(
    Math.abs(numbers.reduce((sum, one) => sum + one, 0) - 100),
    'one of the three numbers is right',
  ).toBeLessThanOrEqual(2);
  await guess.first().click();
  await page.keyboard.press('l');
  await expect(page.locator('.log')).toContainText(/You guess \w+: (right|wrong)/);
});

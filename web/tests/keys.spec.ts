/** Every game from the lobby to the standings with the keyboard alone; the keys that buttons show are the keys that work. */
import type { Locator, Page } from '@playwright/test';
import { expect, picture, test } from './house';
import { acts, laidOut, mayAct, movedOn, playNow, seqOf } from './play';
import { letGo, myTurn, over, patient, pieces } from './wood';

/** The keys of every table, which no button of a game may take. */
const HOUSE_KEYS = ['?', 'h', 'l', 'c', 'm'];

const isFocused = (where: Locator) => where.evaluate((node) => node === document.activeElement);

/** Goes to something by Tab, on or back, whichever way it lies. */
async function tabTo(page: Page, where: Locator): Promise<void> {
  const isBehind = await where.evaluate((node) =>
    Boolean(document.activeElement!.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING),
  );
  for (let n = 0; n < 90 && !(await isFocused(where)); n++) await page.keyboard.press(isBehind ? 'Shift+Tab' : 'Tab');
  await expect(where, 'Tab reaches it').toBeFocused();
}

async function tabAndEnter(page: Page, where: Locator): Promise<void> {
  await tabTo(page, where);
  await page.keyboard.press('Enter');
}

/** From the lobby through the pages of the lesson to a first game, which is short. */
async function learn(page: Page, game: string): Promise<void> {
  await page.goto('/');
  const link = page.locator(`.game.room-${game} .links a`);
  await expect(link).toBeVisible();
  await tabAndEnter(page, link);
  await tabAndEnter(page, page.getByRole('button', { name: 'Play a first game' }));
  await laidOut(page);
}

/** The moves this page makes, as they are sent. */
function movesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('websocket', (line) =>
    line.on('framesent', ({ payload }) => {
      const { type, move } = JSON.parse(payload.toString()) as { type: string; move?: unknown };
      if (type === 'play') sent.push(JSON.stringify(move));
    }),
  );
  return sent;
}

/** The buttons of the bar that can be pressed and show a key. */
async function keyed(page: Page): Promise<{ key: string; label: string }[]> {
  const found = await page.locator('.acts .btn:enabled:has(kbd)').evaluateAll((all) =>
    all.map((button) => ({
      key: button.querySelector('kbd')!.textContent.toLowerCase(),
      label: button.querySelector('.words > span')!.textContent,
      spoken: button.getAttribute('aria-keyshortcuts'),
    })),
  );
  for (const { key, spoken } of found) expect(spoken, 'what is shown is what is said').toBe(key);
  const keys = found.map(({ key }) => key);
  expect(new Set([...keys, ...HOUSE_KEYS]).size, `each key does one thing: ${keys.join(' ')}`).toBe(
    keys.length + HOUSE_KEYS.length,
  );
  return found;
}

/** What a button says, and the move that its key has to make. */
type Says = [label: RegExp, move: RegExp][];

/**
 * Plays on by the keys of the bar, those used least first, until the game is over or it is enough; gives what was pressed.
 * `choose` comes before each key, where the game asks for more; it says whether it has made the move itself.
 */
async function playByKeys(
  page: Page,
  sent: string[],
  says: Says,
  choose: (n: number) => Promise<boolean | void> = async () => {},
  isEnough = () => false,
): Promise<Map<RegExp, number>> {
  const pressed = new Map(says.map(([label]) => [label, 0]));
  for (let n = 0; n < 200 && !isEnough() && (await mayAct(page)); n++) {
    const [from, before] = [await seqOf(page), sent.length];
    const isDone = await choose(n);
    const known = (await keyed(page)).map(({ key, label }) => ({
      key,
      label,
      says: says.find(([words]) => words.test(label)),
    }));
    const [next] = known.toSorted((a, b) => pressed.get(a.says?.[0] ?? /./)! - pressed.get(b.says?.[0] ?? /./)!);
    if (next && !isDone) {
      expect(next.says, `a button of its own: ${next.label}`).toBeDefined();
      await page.keyboard.press(next.key);
      // What gives much up is asked once more, and the same key says yes.
      const yes = page.locator('dialog[open] .sure .danger');
      if ((await yes.count()) > 0) {
        await expect(yes).toBeEnabled();
        await page.keyboard.press(next.key);
      }
    }
    await movedOn(page, from);
    // A window to answer may have closed before the key was pressed.
    if (!next || isDone || sent.length === before) continue;
    expect(sent[before], `${next.key} does what “${next.label}” says`).toMatch(next.says![1]);
    pressed.set(next.says![0], pressed.get(next.says![0])! + 1);
  }
  if (!isEnough()) await expect(page.locator('.over li.winner').first()).toBeVisible();
  test.info().annotations.push({
    type: 'pressed',
    description: [...pressed].map(([label, n]) => `${label.source} ${n}`).join(', '),
  });
  return pressed;
}

test('Stack Nabbit is played with the keyboard alone, its rules and its log read between', async ({ page }) => {
  const sent = movesOf(page);
  await learn(page, 'nabbit');
  await mayAct(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('heading', { name: /Rules/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: /Rules/ })).toBeHidden();
  await page.keyboard.press('l');
  await expect(page.locator('.log li').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.log')).toBeHidden();
  const pressed = await playByKeys(page, sent, [
    [/^Keep/, /"stop"/],
    [/^Flip/, /"flip"/],
  ]);
  expect(Math.min(...pressed.values())).toBeGreaterThan(0);
});

test('Push is played with the keyboard alone', async ({ page }) => {
  const sent = movesOf(page);
  await learn(page, 'push');
  const stack = /^(Stack \d|New stack)/;
  const pressed = await playByKeys(page, sent, [
    [/^Draw/, /"draw"/],
    [/^Stop/, /"stop"/],
    [/^Bank/, /"bank"/],
    [stack, /"(place|collect)"/],
  ]);
  expect(pressed.get(stack), 'a place was chosen').toBeGreaterThan(0);
});

test('Stacks is played with the keyboard alone', async ({ page }) => {
  const sent = movesOf(page);
  await learn(page, 'stacks');
  const bid = page.locator('.bid input');
  let isTried = false;
  await playByKeys(
    page,
    sent,
    [
      [/^Play/, /"play"/],
      [/^CALL/, /"call"/],
      [/^Let it stand/, /"pass"/],
      [/^Fold/, /"fold"/],
    ],
    async () => {
      if (isTried || (await bid.count()) === 0) return;
      isTried = true;
      const [card, from, most] = [
        page.locator('.target[data-target=hand0]'),
        Number(await bid.inputValue()),
        Number(await bid.getAttribute('max')),
      ];
      const was = await card.getAttribute('aria-pressed');
      await page.keyboard.press('ArrowUp');
      await expect(bid).toHaveValue(`${Math.min(most, from + 1)}`);
      await page.keyboard.press('1');
      await expect(card).not.toHaveAttribute('aria-pressed', was!);
      await page.keyboard.press('1');
      await expect(card).toHaveAttribute('aria-pressed', was!);
    },
  );
});

const NUTS: Says = [
  [/^Free draw/, /"free-draw"/],
  [/^Scavenge/, /"scavenge"/],
  [/^Stash/, /"stash"/],
  [/^Lay/, /"lay"/],
  [/^Show/, /"show"/],
  [/^Steal/, /"steal"/],
  [/^Draw a new/, /"redraw"/],
  [/^Do without/, /"decline"/],
  [/^End turn/, /"end-turn"/],
];

/** Chooses a card of the hand by Tab, now and then; a guess, and a card for somebody else, are made by Tab and Enter. */
const choosing = (page: Page, done: Set<string>) => async (n: number) => {
  const guess = page.locator('.guess:enabled');
  if ((await guess.count()) > 0) {
    await tabAndEnter(page, guess.nth(n % (await guess.count())));
    done.add('guess');
    return true;
  }
  const hand = page.locator('.target[data-target^=hand]:enabled');
  const count = await hand.count();
  if (count === 0 || ((await acts(page).count()) > 0 && n % 2 === 1)) return;
  await tabTo(page, hand.nth(n % count));
  if ((await hand.nth(n % count).getAttribute('aria-pressed')) === 'false') await page.keyboard.press('Space');
  done.add('card');
  const share = page.getByRole('button', { name: /^Share with/ }).and(acts(page));
  if (done.has('share') || (await share.count()) === 0) return;
  await tabAndEnter(page, share.first());
  done.add('share');
  return true;
};

test('Nuts for Nuts is played with the keyboard alone as a Squirrel', async ({ page }) => {
  const [sent, done] = [movesOf(page), new Set<string>()];
  await learn(page, 'nuts');
  await playByKeys(page, sent, NUTS, choosing(page, done));
  expect([...done]).toContain('card');
});

test('Nuts for Nuts is opened with the keyboard alone, and the Raccoon steals and guesses with it', async ({
  page,
}) => {
  const [sent, done] = [movesOf(page), new Set<string>()];
  await page.goto('/');
  const open = page.locator('.game.room-nuts').getByRole('button', { name: 'Open a table' });
  await expect(open).toBeVisible();
  await tabAndEnter(page, open);
  await tabAndEnter(page, page.locator('summary', { hasText: 'More choices' }));
  await tabTo(page, page.getByLabel('Who is the Raccoon?'));
  await page.keyboard.type('Seat 1');
  await tabAndEnter(page, page.getByRole('button', { name: 'Open the table' }));
  const start = page.getByRole('button', { name: /^Start/ });
  await expect(start).toBeVisible();
  await tabAndEnter(page, start);
  await laidOut(page);
  await playByKeys(page, sent, NUTS, choosing(page, done), () => done.has('guess'));
  expect([...done]).toContain('guess');
});

test('Stacket is played with the keyboard alone', async ({ page }) => {
  test.setTimeout(300_000);
  const sent = movesOf(page);
  await learn(page, 'stacket');
  await expect(myTurn(page)).toBeVisible(patient);
  await tabAndEnter(page, pieces(page).first());
  await expect(letGo(page)).toBeVisible(patient);
  await expect.poll(() => keyed(page)).toMatchObject([{ key: 'b', label: 'Put back' }]);
  await page.keyboard.press('b');
  await expect(letGo(page)).toHaveCount(0, patient);
  await tabAndEnter(page, pieces(page).first());
  const place = page.locator('.places li button').first();
  await expect(place, 'the focus goes on to the places').toBeFocused(patient);
  await page.keyboard.press('Enter');
  await expect(place).toHaveClass(/chosen/);
  await expect(letGo(page)).toBeEnabled(patient);
  const from = await seqOf(page);
  await page.keyboard.press('Enter');
  await movedOn(page, from, patient.timeout);
  expect(sent.map((move) => /\w[\w-]+/.exec(move)![0])).toEqual(['pick', 'put-back', 'pick', 'place']);
  await expect(myTurn(page).or(over(page)).first()).toBeVisible(patient);
  if ((await over(page).count()) === 0) {
    await tabAndEnter(page, myTurn(page));
    const yes = page.getByRole('dialog').getByRole('button', { name: 'Give up' });
    await expect(yes, 'who plays by Enter finds it at hand').toBeFocused();
    await expect(yes).toBeEnabled();
    await page.keyboard.press('Enter');
  }
  await expect(over(page).locator('li.winner').first()).toBeVisible(patient);
  await picture(page, 'keys-stacket-over');
});

test('the focus stays in the bar for who plays by Tab and Enter', async ({ page }) => {
  await playNow(page, 'nabbit');
  const keep = page.getByRole('button', { name: /^Keep the \d/ }).and(acts(page));
  const flip = page.getByRole('button', { name: /^Flip another/ }).and(acts(page));
  const enter = async () => {
    const from = await seqOf(page);
    await page.keyboard.press('Enter');
    await movedOn(page, from);
    await mayAct(page);
  };
  await expect(keep).toBeVisible();
  for (let n = 0; n < 40 && !(await keep.evaluate((node) => node === document.activeElement)); n++)
    await page.keyboard.press('Tab');
  for (let n = 0; n < 3; n++) {
    await enter();
    await expect(keep, 'the turn is over and its buttons are gone: the main one of the next turn').toBeFocused();
  }
  await page.keyboard.press('Shift+Tab');
  await expect(flip).toBeFocused();
  for (let n = 0; n < 2; n++) {
    await enter();
    await expect(flip, 'the turn goes on: the same button').toBeFocused();
  }
});

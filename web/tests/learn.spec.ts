/**
 * Each game teaches itself: a first game that is short, explains what comes up, covers nothing, and ends with the
 * standings; replayed, each moment changes little of the page.
 */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, picture, rest, test } from './house';
import { act, laidOut, mayAct } from './play';
import { expectTidy, expectTidyElsewhere } from './tidy';
import { buildByList, myTurn, over, patient } from './wood';
import { MOST_CHANGED, replayed } from './work';

/**
 * How many decisions of one's own a first game takes at most, whatever the cards: several times what it usually takes.
 * And what the guide must have said once the bar has asked for something so often; where more tips are due at once it
 * says one at a time.
 */
const GAMES = [
  {
    game: 'nabbit',
    most: 60,
    must: [
      { asked: /Keep it/, times: 1, words: /flipped for you/ },
      { asked: /(grab|bank) \d/, times: 3, words: /would come to you|turns the whole stack face down/ },
    ],
  },
  {
    game: 'push',
    most: 90,
    must: [
      { asked: /Draw a card/, times: 1, words: /Draw a card/ },
      { asked: /Where does/, times: 1, words: /open places are lit/ },
      { asked: /Take a stack/, times: 1, words: /you like best|holds a Roll card/ },
    ],
  },
  {
    game: 'stacks',
    most: 150,
    must: [
      { asked: /then bid/, times: 1, words: /choose a Bid/ },
      { asked: /True or not/, times: 1, words: /CALL before the time runs out/ },
    ],
  },
  {
    game: 'nuts',
    most: 150,
    must: [
      { asked: /./, times: 1, words: /You are a Squirrel/ },
      { asked: /Free draw/, times: 2, words: /free card/ },
    ],
  },
];

const guide = (page: Page) => page.getByRole('complementary', { name: 'Guide' });

/** Goes through the pages of a lesson and begins the first game; from then on the page notes whatever the guide says. */
async function begin(page: Page, game: string): Promise<void> {
  await page.addInitScript(() => {
    const heard = new Set<string>();
    Object.assign(window, { heard });
    const hear = () => heard.add(document.querySelector('.guide p')?.textContent ?? '');
    new MutationObserver(hear).observe(document, { childList: true, characterData: true, subtree: true });
  });
  await page.goto(`/learn/${game}`);
  const next = page.getByRole('button', { name: 'Next' });
  await expect(next).toBeVisible();
  while ((await next.count()) > 0) await next.click();
  await page.getByRole('button', { name: 'Play a first game' }).click();
  await laidOut(page);
}

/** What the guide says now, with a picture of what it says for the first time; says whether it is new. */
async function listen(page: Page, name: string, said: Set<string>): Promise<boolean> {
  const [words] = await guide(page).locator('p').allTextContents();
  if (!words || said.has(words)) return false;
  said.add(words);
  const gap = await page.evaluate(() => {
    const [guide, stage] = ['.guide', '.stage, canvas'].map((part) =>
      document.querySelector(part)?.getBoundingClientRect(),
    );
    return guide && stage ? stage.top - guide.bottom : 0;
  });
  expect(gap, 'the guide covers nothing of the table').toBeGreaterThanOrEqual(-1);
  await picture(page, `guide-${name}-${said.size}`);
  return true;
}

/** All that the guide has said, also while a picture was taken. */
const heard = (page: Page) => page.evaluate(() => [...(window as unknown as { heard: Set<string> }).heard]);

async function endOf(page: Page, name: string): Promise<void> {
  await expect(page.locator('.over li.winner').first()).toBeVisible();
  await expect(page.locator('.over')).toContainText(/[Yy]our first game/);
  await expect(page.locator('.over')).toContainText('A whole game');
  await rest(page);
  await picture(page, `guide-${name}-over`);
  await expectAccessible(page);
  const table = page.url();
  await page.getByRole('button', { name: 'Play a real game now' }).click();
  await expect(page).not.toHaveURL(table);
  await laidOut(page);
  await expect(guide(page)).toHaveCount(0);
}

for (const { game, most, must } of GAMES) {
  for (const size of ['wide', 'phone', 'small']) {
    test.describe(size, () => {
      test.use(
        size === 'wide'
          ? {}
          : {
              viewport: size === 'phone' ? { width: 390, height: 844 } : { width: 360, height: 640 },
              hasTouch: true,
              isMobile: true,
            },
      );

      test(`the first game of ${game} is short, guided, and ends with the standings (${size})`, async ({ page }) => {
        test.setTimeout(600_000);
        await begin(page, game);
        const said = new Set<string>();
        const asked: string[] = [];
        let decisions = 0;
        for (; await mayAct(page); decisions++) {
          expect(decisions).toBeLessThan(most);
          asked.push((await page.locator('.acts').textContent()) ?? '');
          const isNew = await listen(page, `${game}-${size}`, said);
          if (size !== 'wide') await expectTidy(page, `decision ${decisions}`);
          if (size === 'small' && isNew) await expectTidyElsewhere(page, `decision ${decisions}`);
          await act(page, decisions);
        }
        test.info().annotations.push({ type: 'length', description: `${decisions} decisions, ${said.size} tips` });
        const lines = await heard(page);
        for (const { asked: what, times, words } of must) {
          if (asked.filter((ask) => what.test(ask)).length >= times)
            expect(
              lines.some((line) => words.test(line)),
              `the guide said ${words}`,
            ).toBe(true);
        }
        const replay = await page.getByRole('link', { name: 'Watch the replay' }).getAttribute('href');
        await endOf(page, `${game}-${size}`);
        if (size !== 'wide') return;
        const changed = await replayed(page, replay!.split('/').at(-1)!);
        const largest = Math.max(...changed);
        test.info().annotations.push({
          type: 'work',
          description: `${changed.length} moments, at most ${largest} elements changed in one`,
        });
        expect(largest, 'no moment draws the table anew').toBeLessThan(MOST_CHANGED);
      });
    });
  }
}

test('the first game of stacket ends with its seven pieces, or with what falls', async ({ page }) => {
  test.setTimeout(600_000);
  await begin(page, 'stacket');
  const said = new Set<string>();
  for (let built = 0; ; built++) {
    await expect(myTurn(page).or(over(page)).first()).toBeVisible(patient);
    if ((await over(page).count()) > 0) break;
    expect(built, 'two share seven pieces').toBeLessThan(4);
    await listen(page, 'stacket', said);
    await buildByList(page, 'click', async () => void (await listen(page, 'stacket', said)));
  }
  const lines = await heard(page);
  for (const words of [/Pick a piece/, /suggested places/])
    expect(
      lines.some((line) => words.test(line)),
      `the guide said ${words}`,
    ).toBe(true);
  await endOf(page, 'stacket');
});

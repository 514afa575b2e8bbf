/** The table screen during play, for every game: what all may see, large, and nobody's hand. */
import type { Page } from '@playwright/test';
import { GAMES } from './games';
import { expect, picture, rest, test } from './house';
import { guest, TV } from './people';
import { act, laidOut, mayAct, playNow, seqOf } from './play';

/** The games in which one holds cards that others do not see, and where one takes them in one's hand. */
const HANDS: Record<string, string> = { stacks: '.target[data-target^=hand]', nuts: '.target[data-target^=hand]' };

/** How many cards lie face down. */
const backs = (page: Page) =>
  page.locator('.cards .card:not(.gone) .paper > svg:last-child use[href="#f-back"]').count();

for (const game of GAMES) {
  test(`${game} is followed on a table screen that shows no hand`, async ({ page, browser, baseURL }) => {
    await playNow(page, game);
    const code = (await page.locator('header .code').textContent())!;
    const { page: screen, context } = await guest(browser, baseURL, 'TV', TV);
    await screen.goto(`/screen/${code}`);
    await laidOut(screen);
    const holds = async () => !HANDS[game] || (await page.locator(HANDS[game]).count()) > 0;
    if (game !== 'stacket')
      for (let n = 0; n < 20 && (await mayAct(page)) && (n < 2 || !(await holds())); n++) await act(page, 0);
    await mayAct(page);
    await expect
      .poll(async () => (await seqOf(screen)) === (await seqOf(page)), 'both show the same moment')
      .toBe(true);
    await rest(screen);
    await expect(screen.locator('.acts button, .target:enabled')).toHaveCount(0);
    await expect(screen.getByText(/^Scan/), 'nobody can sit down now').toHaveCount(0);
    const widths = await screen
      .locator('.mat[data-region^=seat]')
      .evaluateAll((all) => all.map((seat) => Math.round(seat.getBoundingClientRect().width)));
    expect(new Set(widths).size, `everybody has as much room: ${widths.join(', ')}`).toBeLessThan(2);
    if (HANDS[game])
      expect(await backs(screen), 'what is open to its owner is hidden from all').toBeGreaterThan(await backs(page));
    await picture(screen, `screen-${game}`);
    await context.close();
  });
}

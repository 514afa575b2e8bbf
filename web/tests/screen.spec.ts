/** The table screen during play, for every game: what all may see, large, and nobody's hand. */
import { expect, picture, rest, test } from './house';
import { guest, TV } from './people';
import { act, laidOut, mayAct, playNow, seqOf } from './play';

for (const game of ['nabbit', 'push', 'stacks', 'nuts', 'stacket']) {
  test(`${game} is followed on a table screen that shows no hand`, async ({ page, browser, baseURL }) => {
    await playNow(page, game);
    const code = (await page.locator('header .code').textContent())!;
    const { page: screen, context } = await guest(browser, baseURL, 'TV', TV);
    await screen.goto(`/screen/${code}`);
    await laidOut(screen);
    if (game !== 'stacket') for (let n = 0; n < 4 && (await mayAct(page)); n++) await act(page, n);
    await mayAct(page);
    await expect.poll(async () => (await seqOf(screen)) === (await seqOf(page)), 'both show the same moment').toBe(true);
    await rest(screen);
    await expect(screen.locator('.acts button, .target:enabled')).toHaveCount(0);
    const faces = await screen.locator('.cards .card:not(.gone) use').evaluateAll((all) => [...new Set(all.map((use) => use.getAttribute('href')))]);
    if (game === 'stacks') expect(faces).toEqual(['#f-back']);
    if (game === 'nuts') {
      const hand = await page.locator('.target[data-target^=hand]').count();
      expect(hand, 'there is a hand to hide').toBeGreaterThan(0);
    }
    await picture(screen, `screen-${game}`);
    await context.close();
  });
}

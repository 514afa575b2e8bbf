/** What a browser really fetches: packed scripts, little of them, and nothing of Stacket for a card game. */
import { CARD_GAMES } from './games';
import { expect, test } from './house';
import { playNow } from './play';

const LIMIT = 120 * 1024;

// What comes by way of the offline shell is told at its whole size.
test.use({ serviceWorkers: 'block' });

for (const game of CARD_GAMES) {
  test(`the lobby and ${game} fetch little script, packed`, async ({ page }) => {
    await playNow(page, game);
    const scripts = await page.evaluate(() => {
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return all
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name, encodedBodySize, decodedBodySize }) => ({ name, sent: encodedBodySize, whole: decodedBodySize }));
    });
    const sent = scripts.reduce((sum, script) => sum + script.sent, 0);
    test
      .info()
      .annotations.push({ type: 'weight', description: `${(sent / 1024).toFixed(1)} KB in ${scripts.length} files` });
    expect(scripts.length, 'the lobby and the table are files of their own').toBeGreaterThan(1);
    expect(sent).toBeLessThan(LIMIT);
    expect(sent, 'packed').toBeLessThan(0.6 * scripts.reduce((sum, script) => sum + script.whole, 0));
    expect(scripts.filter(({ name }) => /three|stacket/i.test(name))).toEqual([]);
  });
}

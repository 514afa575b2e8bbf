/** The lab: what bots found out about each game, for whoever wonders whether it is better to begin. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { GAMES } from './games';
import { expect, picture, test } from './house';
import { expectTidy } from './tidy';

/** Words of a picture that leave it or run into one another, as `figure: words`. */
function unreadable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const svg of document.querySelectorAll('figure svg')) {
      const of = svg.closest('figure')?.querySelector('b')?.textContent ?? '';
      const edge = svg.getBoundingClientRect();
      const words = [...svg.querySelectorAll('text')].map((node) => ({
        text: node.textContent ?? '',
        size: parseFloat(getComputedStyle(node).fontSize) * (edge.width / 640),
        box: node.getBoundingClientRect(),
      }));
      words.forEach(({ text, size, box }, n) => {
        if (box.left < edge.left - 2 || box.right > edge.right + 2 || box.bottom > edge.bottom + 2)
          found.push(`${of}: "${text}" leaves the picture`);
        if (size < 9.5) found.push(`${of}: "${text}" is ${size.toFixed(1)} pixels high`);
        for (const other of words.slice(n + 1)) {
          const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
          const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
          if (wide > 1 && high > 5) found.push(`${of}: "${text}" lies over "${other.text}"`);
        }
      });
    }
    return found;
  });
}

for (const width of [1280, 390]) {
  test(`whoever wonders if it is better to begin finds out, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await page.getByRole('link', { name: 'Is it better to begin?' }).click();
    await expect(page.getByRole('heading', { name: 'The lab', level: 1 })).toBeVisible();
    await expectTidy(page, 'the list of all games');
    await expectAccessible(page);
    const listed = await page.locator('.contents a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const games = GAMES.filter((game) => listed.includes(`/lab/${game}`));
    expect(games.length, 'every report that is kept is listed once').toBe(listed.length);
    for (const game of games) {
      await page.locator(`.contents a[href="/lab/${game}"]`).click();
      await expect(page.getByRole('heading', { name: 'Is it fair?' })).toBeVisible();
      await expect(page.locator('section')).toHaveCount(9);
      await expect(page.locator('header pre'), 'the very command').toHaveText(`stackhouse lab ${game} --seed 1`);
      for (const answer of await page.locator('#q1 .answer').allTextContents())
        expect(answer, 'a share with its interval').toMatch(/\d+\.\d% \[\d+\.\d, \d+\.\d\]/);
      await expectTidy(page, game);
      expect(await unreadable(page), game).toEqual([]);
      await expectAccessible(page);
      await picture(page, `lab-${game}-${width}`);
      await page.getByRole('link', { name: 'The lab' }).click();
    }
    await page.getByRole('link', { name: 'Stackhouse' }).click();
    await expect(page.getByRole('heading', { name: 'Stackhouse', level: 1 })).toBeVisible();
  });
}

test('a report is readable by night', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/lab/nuts');
  await expect(page.getByRole('heading', { name: 'Nuts for Nuts', level: 1 })).toBeVisible();
  await expectAccessible(page);
});

/** Push and Stack Nabbit on a phone with several at the table: what the others have is counted on chips, and can be looked at more closely. */
import { expectAccessible } from './axe';
import { expect, picture, rest, test } from './house';
import { opening } from './people';
import { act, laidOut, mayAct } from './play';
import { expectTidy } from './tidy';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

for (const [game, title, seats] of [
  ['push', 'Push', 3],
  ['push', 'Push', 6],
  ['nabbit', 'Stack Nabbit', 6],
] as const) {
  test(`what everybody has at a table of ${title} for ${seats} can be read on a phone`, async ({ page }) => {
    await opening(page, game);
    await page.locator('.pick', { hasText: `${seats}` }).click();
    await page.getByLabel('Bots in the other seats').selectOption('easy');
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.getByRole('button', { name: /^Start/ }).click();
    await laidOut(page);
    const chips = page.locator('.chip:not(.none)');
    for (let n = 0; n < 40 && (await mayAct(page)) && (await chips.count()) < 2 * (seats - 1); n++) await act(page, n);
    await mayAct(page);
    await rest(page);
    for (const { width, height } of [
      { width: 360, height: 640 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize({ width, height });
      await expectTidy(page, `${seats} play on ${width} by ${height}`);
      const fonts = await chips.evaluateAll((all) => all.map((chip) => parseFloat(getComputedStyle(chip).fontSize)));
      expect(Math.min(...fonts)).toBeGreaterThanOrEqual(10);
      const cut = await chips.evaluateAll((all) =>
        all.filter((chip) => chip.scrollWidth > chip.clientWidth).map((chip) => chip.textContent),
      );
      expect(cut, 'no number is cut off').toEqual([]);
      await picture(page, `${game}-${seats}-${width}`);
    }
    await expectAccessible(page);
    const chip = (await chips.first().boundingBox())!;
    await page.touchscreen.tap(chip.x + chip.width / 2, chip.y + chip.height / 2);
    const closer = page.getByRole('dialog');
    await expect(closer.locator('li svg').first(), 'the cards themselves').toBeVisible();
    await picture(page, `${game}-${seats}-closer`);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(closer).toBeHidden();
  });
}

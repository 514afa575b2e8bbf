/** Help at the table: a hint, a move taken back, and what is said to who does not see it. */
import { expect, picture, rest, test } from './house';
import { act, acts, mayAct, movedOn, playNow, seqOf } from './play';

test('the question is said aloud, and a hint says what the sharp bot would do and marks it', async ({ page }) => {
  await playNow(page, 'nabbit');
  await mayAct(page);
  await expect(page.locator('[aria-live]', { hasText: 'Your turn. Keep it, or flip on?' })).toHaveCount(1);
  await page.keyboard.press('h');
  const advice = page.getByText('The sharp bot would');
  await expect(advice).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.acts .advised, .target.advised').first()).toBeVisible();
  await picture(page, 'hint');
  await page.keyboard.press('Escape');
  await expect(advice).toHaveCount(0);
});

test('a card that was placed and showed nobody anything is taken back', async ({ page }) => {
  await playNow(page, 'push');
  const hand = page.locator('.target[data-target=hand]');
  const undo = page.getByRole('button', { name: 'Take back' });
  for (let n = 0; n < 80 && (await mayAct(page)) && (await undo.count()) === 0; n++) await act(page, 0);
  await rest(page);
  await picture(page, 'take-back');
  const from = await seqOf(page);
  await undo.click();
  await movedOn(page, from);
  await expect(hand.or(acts(page).first()).first()).toBeVisible();
  await expect(undo).toHaveCount(0);
  await page.keyboard.press('l');
  await expect(page.locator('.log')).toContainText(/taken back|takes? .*back/);
  await expect(page.locator('.log li').last(), 'the newest line is in sight').toBeInViewport({ ratio: 0.9 });
});

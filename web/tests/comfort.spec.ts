/** What makes a table pleasant: odds and clocks in sight, a guide in the first game, a voice, and a shell without its server. */
import { GAMES } from './games';
import { expect, House, picture, test } from './house';
import { opening } from './people';
import { act, acts, laidOut, mayAct, movedOn, playNow, seqOf } from './play';

test('the odds are told in counted cards', async ({ page }) => {
  await playNow(page, 'nabbit');
  await mayAct(page);
  await expect(page.getByText(/^\d+ of \d+ cards? left would grab something, [\d.]+ cards on average$/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'The next flip' }).getByRole('listitem')).toHaveCount(7);
  await playNow(page, 'push');
  const nowhere = page.getByText(/^\d+ of \d+ cards left fits? nowhere$/);
  for (let n = 0; n < 60 && (await mayAct(page)) && (await nowhere.count()) === 0; n++) await act(page, 0);
  await expect(nowhere).toBeVisible();
});

test('a table with clocks shows the time at the seat that is asked', async ({ page }) => {
  await opening(page, 'nabbit');
  await page.getByLabel('Time for a decision').selectOption('2 minutes');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByRole('button', { name: /Start, bots take/ }).click();
  await mayAct(page);
  await expect(page.locator('.plate', { hasText: 'Ada' }).locator('.time')).toHaveText(/^(2:00|1:\d\d)$/);
  await picture(page, 'clock');
});

for (const game of GAMES) {
  test(`${game} teaches itself: pages, then a game with a guide`, async ({ page }) => {
    await page.goto(`/learn/${game}`);
    const next = page.getByRole('button', { name: 'Next' });
    await expect(next).toBeVisible();
    while ((await next.count()) > 0) await next.click();
    await page.getByRole('button', { name: 'Play a first game' }).click();
    const guide = page.getByRole('complementary', { name: 'Guide' });
    await expect(guide.getByRole('button', { name: 'Got it' })).toBeVisible({ timeout: 90_000 });
    await laidOut(page);
    await picture(page, `guide-${game}`);
    // Read and answered at once: where time runs, the guide may soon have something else to say.
    const answer = () =>
      guide.evaluate((node) => {
        const button = node.querySelector<HTMLElement>('.btn');
        const said = button && node.querySelector('p')!.textContent;
        button?.click();
        return said;
      });
    let said: string | null = null;
    await expect.poll(async () => (said = await answer())).not.toBeNull();
    await expect(guide.locator('p').filter({ hasText: said! })).toHaveCount(0);
  });
}

test('what happens is announced, and one key mutes', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await playNow(page, 'nabbit');
  await mayAct(page);
  const voice = page.locator('.app > [aria-live=polite]');
  // The same words are said twice: a mark that nobody hears tells them apart.
  const before = await voice.evaluate((node) => node.textContent);
  const from = await seqOf(page);
  await page
    .getByRole('button', { name: /Flip another/ })
    .and(acts(page))
    .click();
  await movedOn(page, from);
  await expect.poll(() => voice.evaluate((node) => node.textContent)).not.toBe(before);
  await expect(voice).toContainText(/You flip a \d/);
  expect(errors, 'what is said is not said over and over').toEqual([]);
  const speaker = (name: RegExp) => page.getByRole('button', { name });
  await expect(speaker(/^Sound off \(M\)$/), 'tests are silent').toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('m');
  await expect(speaker(/^Sound \(M\)$/)).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('m');
  await expect(speaker(/^Sound off \(M\)$/)).toHaveAttribute('aria-pressed', 'true');
});

test('the installed shell opens without its server and says so', async ({ browser }) => {
  const house = await House.open();
  const context = await browser.newContext({ baseURL: house.address });
  const page = await context.newPage();
  await page.goto('/');
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    name: string;
    icons: unknown[];
    display: string;
  };
  expect(manifest).toMatchObject({ name: 'Stackhouse', display: 'standalone' });
  expect(manifest.icons.length).toBeGreaterThan(0);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await house.stop();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Stackhouse' })).toBeVisible();
  await expect(page.getByRole('status')).toContainText('The house does not answer', { timeout: 60_000 });
  await expect(page.getByRole('status')).toContainText('Meanwhile the rules and the lessons are here.');
  await picture(page, 'away');
  // What was fetched once still works: the rules, and a lesson that nobody has opened before.
  await page.locator('.game.room-push').getByRole('button', { name: 'Rules' }).click();
  await expect(page.getByRole('dialog', { name: /Push/ })).toContainText('Bench');
  await page.keyboard.press('Escape');
  await page.goto('/learn/push');
  await expect(page.getByRole('heading', { name: 'Learn Push' })).toBeVisible();
  await context.close();
  await house.close();
});

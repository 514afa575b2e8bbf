/** Other people at a table, each with a browser of their own. */
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const TV = { viewport: { width: 1920, height: 1080 } };

/** Another person with a browser of their own. */
export async function guest(
  browser: Browser,
  baseURL: string | undefined,
  name: string,
  more = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL, ...more });
  await context.addInitScript(
    (name) => localStorage.setItem('stackhouse.settings', JSON.stringify({ name, pace: 'instant', isMuted: true })),
    name,
  );
  return { context, page: await context.newPage() };
}

/** Opens the dialog in which a table is opened. */
export async function opening(page: Page, game: string, house = ''): Promise<void> {
  await page.goto(`${house}/`);
  await page.locator(`.game.room-${game}`).getByRole('button', { name: 'Open a table' }).click();
  await page.getByText('More choices').click();
}

/** The code of the table whose waiting room is shown. */
export async function codeOf(page: Page): Promise<string> {
  const code = page.locator('.invite .code');
  await expect(code).toBeVisible();
  return (await code.textContent())!.trim();
}

/** Opens a table of two seats and gives its code. */
export async function openTable(page: Page, game: string): Promise<string> {
  await opening(page, game);
  await page.locator('.pick', { hasText: '2' }).click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  return codeOf(page);
}

/** Sits down at the table of a code. */
export async function sitDown(page: Page, code: string): Promise<void> {
  await page.goto(`/t/${code}`);
  await page.locator('.join').getByRole('button', { name: 'Sit down' }).click();
}

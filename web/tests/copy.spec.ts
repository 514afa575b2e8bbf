/** The link for somebody else is copied on plain http too, where a browser keeps its clipboard from the page. */
import { defineConfig } from '@playwright/test';
import config from '../playwright.config';
import { expectAccessible } from './axe';
import { expect, House, picture, RUNNING, test } from './house';
import { codeOf, opening, PHONE } from './people';

const NAME = 'stackhouse.test';
const { launchOptions } = defineConfig(config).use!;
// By a name of its own the house is another machine for the browser: such a page is not a safe one.
test.use({
  launchOptions: { ...launchOptions, args: [...launchOptions!.args!, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`] },
});
test.skip(RUNNING !== '', 'the house has to be started by that name');

let named: House;
test.beforeAll(async () => {
  named = await House.open('--host', NAME);
});
test.afterAll(() => named.close());

test('the link is copied where there is no clipboard for the page', async ({ page, context }) => {
  await opening(page, 'push', `http://${NAME}:${named.port}`);
  await page.getByRole('button', { name: 'Open the table' }).click();
  const code = await codeOf(page);
  expect(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator])).toEqual([false, false]);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused();
  const safe = await context.newPage();
  await context.grantPermissions(['clipboard-read'], { origin: named.address });
  await safe.goto(named.address);
  expect(await safe.evaluate(() => navigator.clipboard.readText())).toBe(`http://${NAME}:${named.port}/${code}`);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a link that cannot be copied is shown to be copied by hand', async ({ page }) => {
    await page.addInitScript(() => (document.execCommand = () => false));
    await opening(page, 'push', `http://${NAME}:${named.port}`);
    await page.getByRole('button', { name: 'Open the table' }).click();
    const code = await codeOf(page);
    await page.getByRole('button', { name: 'Copy the link' }).click();
    const field = page.getByLabel('Press and hold the link to copy it.');
    await expect(field).toHaveValue(`http://${NAME}:${named.port}/${code}`);
    expect(
      await field.evaluate((input: HTMLInputElement) => input.value.slice(input.selectionStart!, input.selectionEnd!)),
      'all of it is marked',
    ).toBe(await field.inputValue());
    await picture(page, 'copy-by-hand');
    await expectAccessible(page);
  });
});

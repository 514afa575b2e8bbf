// Draws the icons of the installed client from icon.svg, by the browser that runs the tests: node tools/icons.mjs
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const folder = new URL('../public/', import.meta.url);
const svg = readFileSync(new URL('icon.svg', folder), 'utf8');
/** Phones that cut icons to a shape of their own want no round corners. */
const square = svg.replace(' rx="15"', '');
const icons = { 'icon-192.png': [192, svg], 'icon-512.png': [512, svg], 'apple-touch-icon.png': [180, square] };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const [name, [size, drawing]] of Object.entries(icons)) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${drawing}`);
  await page.screenshot({ path: new URL(name, folder).pathname, omitBackground: true });
}
await browser.close();

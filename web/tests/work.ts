/**
 * How much of a page each moment of a replay touches.
 *
 * A moment feels light when the browser has little to do for it. Time says that of one machine only; what is counted
 * here, the elements that change, is the same on every machine.
 */
import type { Page } from '@playwright/test';
import { expect, rest } from './house';

/** A moment that changes more elements than this draws the table anew instead of moving its cards. */
export const MOST_CHANGED = 250;

/**
 * Steps through a replay by its own key, the next moment while cards are still on their way: how many elements each
 * moment changes, and how many movements began.
 */
async function step(page: Page, moments: number): Promise<{ changed: number[]; moved: number }> {
  return page.evaluate(async (moments) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const changed: number[] = [];
    let touched = new Set<Node>();
    let moved = 0;
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        touched.add(target);
        for (const node of addedNodes) touched.add(node);
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    document.addEventListener('transitionstart', ({ target }) => {
      if (target instanceof Element && target.closest('.cards')) moved += 1;
    });
    for (let n = 1; n <= moments; n++) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      while (!document.querySelector('.step')?.textContent?.startsWith(`${n} /`)) await frame();
      // The first frame draws the moment, the second begins its movements.
      await frame();
      await frame();
      changed.push(touched.size);
      touched = new Set();
    }
    observer.disconnect();
    return { changed, moved };
  }, moments);
}

/** Replays an ended game from its first moment to its last with moving cards: how many elements each moment changes. */
export async function replayed(page: Page, table: string): Promise<number[]> {
  await page.evaluate(() => {
    const settings = JSON.parse(localStorage.getItem('stackhouse.settings')!) as object;
    localStorage.setItem('stackhouse.settings', JSON.stringify({ ...settings, pace: 'brisk' }));
  });
  await page.goto(`/replay/${table}`);
  const bar = page.getByRole('slider');
  await expect(bar).toBeVisible();
  const last = Number(await bar.getAttribute('max'));
  await bar.fill('0');
  await bar.blur();
  await rest(page);
  const { changed, moved } = await step(page, last);
  expect(changed.length, 'every moment of the record was shown').toBe(last);
  expect(moved, 'cards moved').toBeGreaterThan(0);
  return changed;
}

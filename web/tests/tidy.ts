/** What a table must never show: parts over one another, words cut off, keys too small for a finger. */
import { expect, type Page } from '@playwright/test';

/** Everything that is wrong with how the table lies on the page now. */
export async function untidy(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    interface Box {
      name: string;
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    const slack = 1.5;
    const boxOf = (name: string, nodes: Element[]): Box => {
      const boxes = nodes.map((node) => node.getBoundingClientRect()).filter((box) => box.width > 0 && box.height > 0);
      const edge = (pick: (box: DOMRect) => number, of: (...n: number[]) => number) => of(...boxes.map(pick));
      return {
        name,
        left: edge((b) => b.left, Math.min),
        top: edge((b) => b.top, Math.min),
        right: edge((b) => b.right, Math.max),
        bottom: edge((b) => b.bottom, Math.max),
      };
    };
    const isSeen = (node: Element) =>
      node.getBoundingClientRect().width > 0 &&
      getComputedStyle(node).visibility !== 'hidden' &&
      !node.classList.contains('hidden');

    // Parts of the table with the words that belong to them.
    const regions = [...document.querySelectorAll('[data-region]')]
      .filter(isSeen)
      .map((node) =>
        boxOf(node.getAttribute('data-region')!, [
          node,
          ...[...node.children].filter((child) => child.tagName === 'SPAN' && isSeen(child)),
        ]),
      );
    const header = document.querySelector('.table > header');
    if (header) regions.push(boxOf('header', [header]));
    regions.forEach((a, i) => {
      for (const b of regions.slice(i + 1)) {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > slack && high > slack)
          found.push(`${a.name} lies over ${b.name} (${wide.toFixed(0)} by ${high.toFixed(0)})`);
      }
      if (a.left < -slack || a.top < -slack || a.right > innerWidth + slack || a.bottom > innerHeight + slack)
        found.push(`${a.name} leaves the page`);
    });
    const stage = document.querySelector('.stage')?.getBoundingClientRect();
    if (stage)
      for (const a of regions)
        if (
          !['header', 'guide', 'bar', 'side', 'view'].includes(a.name) &&
          (a.top < stage.top - slack || a.bottom > stage.bottom + slack)
        )
          found.push(`${a.name} leaves the stage`);

    // Words that are cut off, and what has to be scrolled to be seen.
    for (const node of document.querySelectorAll(
      '.guide p, .happened, .ask, .acts *, .ladder, .ladder *, .call *, .pile span, .verdict, .pad *, .plate .score',
    )) {
      if (!isSeen(node) || node.closest('svg') || node.closest('.hidden')) continue;
      const isCut = node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 2;
      const style = getComputedStyle(node);
      if (isCut && style.overflow !== 'visible' && style.display !== 'inline' && node.tagName !== 'INPUT')
        found.push(`cut off: ${(node.textContent ?? '').trim().slice(0, 40)}`);
    }
    const side = document.querySelector('.side')?.getBoundingClientRect();
    const bar = document.querySelector('.bar');
    const end = Math.min(bar?.getBoundingClientRect().bottom ?? innerHeight, innerHeight);
    for (const node of document.querySelectorAll('.acts button, .pad button, .guide button, header button, header a')) {
      if (!isSeen(node)) continue;
      const box = node.getBoundingClientRect();
      const name = node.getAttribute('aria-label') ?? (node.textContent ?? '').trim();
      if (box.width < 43.5 || box.height < 43.5)
        found.push(`too small for a finger: ${name} (${box.width.toFixed(0)} by ${box.height.toFixed(0)})`);
      if (side && node.closest('.pad') && (box.top < side.top - slack || box.bottom > side.bottom + slack))
        found.push(`has to be scrolled to: ${name}`);
      if (box.bottom > end + slack || box.left < -slack || box.right > innerWidth + slack)
        found.push(`out of sight: ${name}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the screen');
    return found;
  });
}

/** The table lies on the page as it should. */
export async function expectTidy(page: Page, when: string): Promise<void> {
  // What is on its way may pass over something else.
  await expect.poll(() => untidy(page), { message: when, timeout: 20_000 }).toEqual([]);
}

/** Windows the same moment must fit into: small phones, one held sideways, and a low one on a laptop. */
const OTHERS = [
  { width: 360, height: 600 },
  { width: 360, height: 744 },
  { width: 740, height: 360 },
  { width: 1024, height: 600 },
];

/** The table is tidy in other windows too, and comes back into its own. */
export async function expectTidyElsewhere(page: Page, when: string): Promise<void> {
  const own = page.viewportSize()!;
  for (const size of OTHERS) {
    await page.setViewportSize(size);
    await expectTidy(page, `${when}, in ${size.width} by ${size.height}`);
  }
  await page.setViewportSize(own);
}

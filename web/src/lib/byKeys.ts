/** Whether whoever sits here plays by keys just now: the last thing used was the keyboard, not a pointer. */
let isByKeys = false;

addEventListener('keydown', ({ key }) => (isByKeys ||= ['Tab', 'Enter', ' '].includes(key)), true);
addEventListener('pointerdown', () => (isByKeys = false), true);

/** Brings the focus to the first of these that is there, for who plays by keys and has lost it: what had it is gone, or `from` has it. */
export function refocus(root: ParentNode, selectors: readonly string[], from = ''): void {
  const at = document.activeElement;
  const isLost = !at || at === document.body || (from !== '' && at.matches(from));
  if (!isByKeys || !isLost) return;
  for (const selector of selectors) {
    const found = root.querySelector<HTMLElement>(selector);
    if (found) return found.focus();
  }
}

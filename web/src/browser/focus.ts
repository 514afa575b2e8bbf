/** Whether whoever sits here plays by keys just now: the last thing used was the keyboard, not a pointer. */
let isByKeys = false;

addEventListener('keydown', ({ key }) => (isByKeys ||= ['Tab', 'Enter', ' '].includes(key)), true);
addEventListener('pointerdown', () => (isByKeys = false), true);

/** Brings the focus to what a selector finds, for who plays by keys and has lost it: what had it is gone, or `from` has it. */
export function refocus(to: string, from: string): void {
  const at = document.activeElement;
  if (isByKeys && (!at || at === document.body || at.matches(from))) document.querySelector<HTMLElement>(to)?.focus();
}

/** Whether whoever sits here plays by keys just now: the last thing used was the keyboard, not a pointer. */
let isByKeys = false;

addEventListener('keydown', ({ key }) => (isByKeys ||= ['Tab', 'Enter', ' '].includes(key)), true);
addEventListener('pointerdown', () => (isByKeys = false), true);

/** Moves the focus to the element `to` for somebody who plays by keys, if nothing has the focus or what matches `from` has it. */
export function refocus(to: string, from: string): void {
  const at = document.activeElement;
  if (isByKeys && (!at || at === document.body || at.matches(from))) document.querySelector<HTMLElement>(to)?.focus();
}

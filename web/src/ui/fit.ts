/**
 * Words in a box of a given height.
 *
 * How many lines words take is known to the browser alone: so the box is tried in one form after the other, each
 * taking less room than the one before, until what it holds fits. The styles say by `data-form` what a form is.
 */

/** Keeps a box in the first of `forms` forms in which nothing overflows, else in the last. Browsers round by a pixel. */
export function fit(node: HTMLElement, forms: number) {
  const settle = () => {
    let form = 0;
    do node.dataset['form'] = `${form}`;
    while (node.scrollHeight > node.clientHeight + 1 && ++form < forms);
  };
  const resized = new ResizeObserver(settle);
  const changed = new MutationObserver(settle);
  resized.observe(node);
  changed.observe(node, { childList: true, characterData: true, subtree: true });
  void document.fonts.ready.then(settle);
  settle();
  return {
    destroy() {
      resized.disconnect();
      changed.disconnect();
    },
  };
}

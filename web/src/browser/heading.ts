/** Where the focus goes when another page opens: to its heading, so that a screen reader says where one is. */
import { route } from './route.svelte';

/** The page whose heading was reached; the one the browser loaded begins at its own top. */
let reached: unknown = null;

/** For the first heading of a page. */
export function heading(node: HTMLElement): void {
  node.tabIndex = -1;
  const isFirst = reached === null;
  if (reached === route.now) return;
  reached = route.now;
  if (!isFirst) node.focus({ preventScroll: true });
}

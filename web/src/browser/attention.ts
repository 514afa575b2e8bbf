/** How a page calls whoever looks elsewhere, and keeps a screen lit, as far as its browser allows. */

/** Browsers know more than the types of all of them say. */
type Able = Navigator & {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
};

const BUZZ_MS = [70, 50, 70];

const able = (): Able | null => (typeof navigator === 'undefined' ? null : navigator);

/** It is one's turn, or no longer: a badge on the icon of an installed page, and a short buzz in the hand. */
export function call(isMine: boolean): void {
  const browser = able();
  if (!browser) return;
  // A phone buzzes only for somebody who has touched the page.
  if (isMine && browser.userActivation?.hasBeenActive) browser.vibrate?.(BUZZ_MS);
  const badge = isMine ? browser.setAppBadge?.(1) : browser.clearAppBadge?.();
  badge?.catch(() => undefined);
}

/** Keeps the screen lit until the returned function is called; a browser lets go of it whenever the page is hidden. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isWanted = true;
  const ask = async () => {
    if (!isWanted || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (!isWanted) await lock.release();
    } catch {
      // A battery that is nearly empty comes first.
    }
  };
  const again = () => void ask();
  document.addEventListener('visibilitychange', again);
  again();
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', again);
    void lock?.release().catch(() => undefined);
  };
}

/** When what is being done now was begun: a finger may come down on one thing and go up on the next. */

let beganAt = 0;
let isKeyDown = false;

/** When the press that leads to this very moment began, on the clock of `performance.now`. */
export const pressedAt = (): number => beganAt;

if (typeof addEventListener === 'function') {
  addEventListener('pointerdown', ({ timeStamp }) => (beganAt = timeStamp), true);
  addEventListener(
    'keydown',
    ({ timeStamp, repeat }) => {
      // A key that is held down began once.
      if (!repeat) beganAt = timeStamp;
      isKeyDown = true;
    },
    true,
  );
  // The click of a space bar comes after the key is up.
  addEventListener('keyup', () => setTimeout(() => (isKeyDown = false)), true);
  addEventListener('blur', () => (isKeyDown = false));
  addEventListener(
    'click',
    ({ timeStamp, detail }) => {
      // A screen reader clicks with neither finger nor key.
      if (detail === 0 && !isKeyDown) beganAt = timeStamp;
    },
    true,
  );
}

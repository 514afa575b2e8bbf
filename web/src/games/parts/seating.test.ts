import { expect, it } from 'vitest';
import { seatBoxes } from './seating';

const rows = { oppH: 180, mineH: 180, mostOpp: 430, mostMine: 860 };

it.each([2, 3, 4, 5, 6])(
  'gives each of %i as much room on a screen for all, none a thumbnail and none huge',
  (seats) => {
    const { row, mine } = seatBoxes(seats, 0, 1280, 570, { ...rows, isEven: true });
    expect(mine).toBeNull();
    expect(row.map(({ seat }) => seat)).toEqual(Array.from({ length: seats }, (_, i) => i));
    expect(new Set(row.map(({ w, h }) => `${w} by ${h}`)).size).toBe(1);
    expect(row[0]!.w).toBeGreaterThan(1280 / 4);
    expect(row[0]!.w).toBeLessThanOrEqual(520);
  },
);

it('seats people clockwise round a screen for all', () => {
  const { row } = seatBoxes(6, 0, 1280, 570, { ...rows, isEven: true });
  const turn = ({ x, y, w }: { x: number; y: number; w: number }) => Math.atan2(y + 90 - 285, x + w / 2 - 640);
  const turns = row.map((box) => (turn(box) + 2 * Math.PI - turn(row[0]!)) % (2 * Math.PI));
  expect(turns).toEqual([...turns].sort((a, b) => a - b));
});

import { describe, expect, it } from 'vitest';
import { others, relay, spread, type Placed, type Slot } from './layer';

const ways = { source: () => ({ x: -1, y: -1 }), sink: () => ({ x: 99, y: 99 }) };
const slot = (zone: string, face: string | null, x = 0): Slot => ({ zone, face, x, y: 0, w: 60 });
const keyOf = (cards: Placed[], zone: string) => cards.filter((c) => c.zone === zone && !c.gone).map((c) => c.key);

describe('relay', () => {
  it('keeps the card that stays and moves the card that is taken', () => {
    const one = relay([], [slot('seat1:up', '4'), slot('vault', '4'), slot('vault', '2')], ways);
    const two = relay(one, [slot('seat0:up', '4'), slot('vault', '4'), slot('vault', '2')], ways);
    expect(keyOf(two, 'vault')).toEqual(keyOf(one, 'vault'));
    expect(keyOf(two, 'seat0:up')).toEqual(keyOf(one, 'seat1:up'));
    expect(two.every((card) => !card.gone)).toBe(true);
  });

  it('turns the own cards face down when they are banked', () => {
    const one = relay([], [slot('seat0:up', '4'), slot('seat1:up', '4')], ways);
    const two = relay(one, [slot('seat0:bank', null), slot('seat1:up', '4')], ways);
    const banked = two.find((card) => card.zone === 'seat0:bank');
    expect(banked).toMatchObject({ key: keyOf(one, 'seat0:up')[0], turned: true, before: '4' });
  });

  it('lets new cards come from the pile and others go', () => {
    const one = relay([], [slot('flips', '3')], ways);
    expect(one[0]).toMatchObject({ from: { x: -1, y: -1 }, turned: true });
    const two = relay(one, [], ways);
    expect(two[0]).toMatchObject({ gone: true, x: 99 });
    expect(relay(two, [], ways)).toEqual([]);
  });
});

describe('spread', () => {
  it('overlaps only where room is short', () => {
    expect(spread(3, 10, 100, 5)).toEqual({ at: [0, 15, 30], width: 40 });
    expect(spread(3, 10, 20, 5)).toEqual({ at: [0, 5, 10], width: 20 });
  });
});

it('sees the next seat clockwise at the left', () => {
  expect(others(4, 2)).toEqual([3, 0, 1]);
});

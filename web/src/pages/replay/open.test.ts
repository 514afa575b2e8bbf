import { expect, it } from 'vitest';
import { opened } from './open';
import type { Watched } from './unfold';

const seenBy = (eyes: number | null): Watched => {
  const places = (card: number) =>
    [0, 1].map((seat) => ({ hand: 1, hand_cards: seat === eyes ? [card + seat] : null }));
  return {
    info: { code: `of ${eyes}` },
    steps: [3, 5].map((card, seq) => ({ seq, view: { deck: card, places: places(card) } })),
  } as unknown as Watched;
};

it('shows every place as its own player saw it, step by step', () => {
  const all = opened(seenBy(null), [seenBy(0), seenBy(1)]);
  expect(all.steps.map(({ view }) => view)).toEqual([
    {
      deck: 3,
      places: [
        { hand: 1, hand_cards: [3] },
        { hand: 1, hand_cards: [4] },
      ],
    },
    {
      deck: 5,
      places: [
        { hand: 1, hand_cards: [5] },
        { hand: 1, hand_cards: [6] },
      ],
    },
  ]);
  expect(all.info).toEqual({ code: 'of null' });
});

it('leaves closed what cannot be had', () => {
  expect(opened(seenBy(null), [seenBy(0)]).steps[0]!.view).toEqual({
    deck: 3,
    places: [
      { hand: 1, hand_cards: [3] },
      { hand: 1, hand_cards: null },
    ],
  });
});

import { describe, expect, it } from 'vitest';
import { text } from '../text';
import type { GameId, Shown } from '../wire/games';
import { samples } from '../wire/samples';
import type { Haul } from '../wire/nabbit';
import type { Pose, Verdict } from '../wire/stacket';
import type { RoundEnd } from '../wire/stacks';
import { tellEvent, tellMoment, tellMove, tellRound } from './tell';

const names = ['Ada', 'Birch', 'Cedar'];
const tell = <G extends GameId>(game: G, ...shown: Shown<G>[]) =>
  tellMoment(
    game,
    shown.map((one) => ({ text: 'seat 0 does something', shown: one })),
    names,
  );

it('tells a turn of Push without the reach for the deck', () => {
  expect(tell('push', { type: 'draws', seat: 1 }, { type: 'drawn', seat: 1, card: 'blue-4', too_far: false })).toBe(
    'Birch draws the blue 4',
  );
  expect(tell('push', { type: 'placed', seat: 0, card: 'red-1', stack: 0, new: false })).toBe(
    'Ada plays the red 1 to stack 1',
  );
  expect(tell('push', { type: 'rolled', seat: 2, face: 'blue', lost: [[0], [1, 1]], left_over: 1 })).toBe(
    'Cedar rolls blue and loses 2 cards; the last stack is discarded',
  );
});

it('speaks to whoever sits there', () => {
  const you = <G extends GameId>(game: G, ...shown: Shown<G>[]) =>
    tellMoment(
      game,
      shown.map((one) => ({ text: 'seat 0 dances with seat 1', shown: one })),
      ['you', 'Birch', 'Cedar'],
    );
  const kept: Haul = { left: 1, right: 0, vault: 3, banked: 6 };
  expect(you('nabbit', { type: 'stopped', seat: 0, number: 4, kept })).toBe(
    'You keep the 4, grab 1 from Birch and 3 from the Vault and bank 6',
  );
  expect(you('nabbit', { type: 'stopped', seat: 2, number: 4, kept })).toBe(
    'Cedar keeps the 4, grabs 1 from you and 3 from the Vault and banks 6',
  );
  expect(you('push', { type: 'rolled', seat: 0, face: 'blue', lost: [[0], [1, 1]], left_over: 0 })).toBe(
    'You roll blue and lose 2 cards',
  );
  expect(
    you(
      'push',
      { type: 'drawn', seat: 0, card: 'blue-4', too_far: false },
      { type: 'placed', seat: 0, card: 'blue-4', stack: 0, new: true },
    ),
    'named once',
  ).toBe('You draw the blue 4; start a stack with the blue 4');
  expect(you('nuts', { what: { type: 'guess', seat: 2, from: 0, guess: 2, taken: null }, dropped: null })).toBe(
    'Cedar guesses 2 nuts: wrong, you keep the card',
  );
  expect(you('stacket', { type: 'time-up', seat: 0 })).toBe('You have run out of time');
  expect(tellEvent('push', { text: 'seat 0 takes a move back', shown: null }, ['you', 'Birch'])).toBe(
    'You take a move back',
  );
});

it('tells a Call by what came of it', () => {
  const ending = { type: 'call', caller: 0, accused: 1, bid: 5, truth: false } as const;
  const ends: RoundEnd = { round: 1, ending, folded: [], stacks: [[], [4], []], points: [0, 0, 0] };
  expect(tell('stacks', { type: 'called', seat: 0, play: 3, ends })).toBe(
    'Ada calls: Birch said 5, and it was a bluff',
  );
  expect(tell('stacks', { type: 'passed', seat: 2, play: 12 }), 'who passes may still call').toBe('');
});

it('sums up a round of Stacks where it ends', () => {
  const ends: RoundEnd = {
    round: 4,
    ending: { type: 'call', caller: 0, accused: 1, bid: 5, truth: false },
    folded: [],
    stacks: [[3], [-10, 4], []],
    points: [-3, 0, 12],
  };
  expect(tellRound('stacks', { shown: { type: 'called', seat: 0, play: 3, ends } }, names)).toBe(
    'Round 4 (the Stack was worth −6): Ada −3, Birch 0, Cedar +12',
  );
  expect(
    tellRound(
      'stacks',
      {
        shown: {
          type: 'folded',
          seat: 0,
          hand: [],
          stack: [],
          ends: { ...ends, ending: { type: 'one-left', seat: 1 } },
        },
      },
      names,
    ),
  ).toBe('Round 4: Ada −3, Birch 0, Cedar +12');
  expect(tellRound('stacks', { shown: { type: 'passed', seat: 0, play: 3 } }, names)).toBe('');
});

it('tells what a kept card grabs and banks', () => {
  const kept: Haul = { left: 1, right: 0, vault: 3, banked: 6 };
  expect(tell('nabbit', { type: 'stopped', seat: 0, number: 4, kept })).toBe(
    'Ada keeps the 4, grabs 1 from Birch and 3 from the Vault and banks 6',
  );
  const robbed = { left: 0, right: 2, vault: 0, banked: 0 };
  expect(tell('nabbit', { type: 'flipped', seat: 0, number: 5, kept: robbed })).toBe(
    'Ada must keep the 5 and grabs 2 from Cedar',
  );
});

it('gives a robbery a line of its own', () => {
  const kept = { left: 9, right: 0, vault: 0, banked: 0 };
  const flipped: Shown<'nabbit'> = { type: 'flipped', seat: 1, number: 0, kept: null };
  expect(tell('nabbit', { type: 'stopped', seat: 0, number: 3, kept }, flipped)).toBe(
    'Ada keeps the 3 and grabs 9 from Birch\nBirch flips a 0',
  );
  expect(tell('nabbit', { type: 'stopped', seat: 0, number: 3, kept: { ...kept, left: 0, vault: 2 } }, flipped)).toBe(
    'Ada keeps the 3 and grabs 2 from the Vault; Birch flips a 0',
  );
});

it('tells nuts by their names', () => {
  const dropped: Shown<'nuts'>['dropped'] = { seat: 0, cards: ['acorn-1', 'peanut-3', 'peanut-3'] };
  expect(tell('nuts', { what: { type: 'drew', seat: 0, card: 'peanut-3' }, dropped })).toBe(
    'Ada draws 3 peanuts; holds too much and drops 1 acorn and 3 + 3 peanuts',
  );
  expect(tell('nuts', { what: { type: 'guess', seat: 2, from: 0, guess: 2, taken: null }, dropped: null })).toBe(
    'Cedar guesses 2 nuts: wrong, Ada keeps the card',
  );
});

it('tells that a hand was lost, however much came before it', () => {
  const lots = Array.from({ length: 6 }, (_, i): Shown<'nuts'> => ({
    what: { type: 'drew-lot', seat: i % 3, card: 'hazelnut-2', raccoon: null },
    dropped: null,
  }));
  const drop: Shown<'nuts'> = {
    what: { type: 'drew', seat: 0, card: 'peanut-3' },
    dropped: { seat: 0, cards: ['acorn-1', 'peanut-3'] },
  };
  expect(tell('nuts', ...lots, drop)).toBe('Ada draws 3 peanuts; Ada holds too much and drops 1 acorn and 3 peanuts');
  expect(tell('nuts', drop, lots[1]!)).toBe(
    'Ada draws 3 peanuts; holds too much and drops 1 acorn and 3 peanuts\nBirch turns up 2 hazelnuts',
  );
});

it('tells what comes of a piece of Stacket that is let go', () => {
  const settled = {
    type: 'settled' as const,
    seat: 0,
    name: 'the ring',
    fallen: [],
    touching: ['the base', 'the Z'],
    points: false,
    film: { length_ms: 0, tracks: [] },
  };
  const pose = { at: [0, 1, 0], turn: [0, 0, 0, 1] } satisfies Pose;
  const released: Shown<'stacket'> = { type: 'released', seat: 0, piece: 3, name: 'the ring', pose };
  expect(tell('stacket', { ...settled, verdict: { placed: { touching: 2 } } })).toBe(
    'The ring is placed, touching the base and the Z',
  );
  expect(tell('stacket', released, { ...settled, verdict: { placed: { touching: 2 } }, points: true })).toBe(
    'Ada lets the ring go; the ring is placed, touching the base and the Z: 2 points for Ada',
  );
  expect(tell('stacket', { ...settled, name: 'the stairs', verdict: { placed: { touching: 2 } } })).toBe(
    'The stairs are placed, touching the base and the Z',
  );
  expect(tell('stacket', { ...settled, verdict: 'try-again' })).toBe('The ring falls off; Ada may try again');
  expect(tell('stacket', { ...settled, verdict: 'not-placed' })).toBe(
    'The ring touches the base and the Z but not the piece placed last: lifted off',
  );
  expect(tell('stacket', { ...settled, verdict: 'not-placed', touching: [] })).toBe(
    'The ring does not come to rest on the piece placed last: lifted off',
  );
  expect(tell('stacket', { ...settled, verdict: 'loss', fallen: ['the post', 'the tile'] })).toBe(
    'The post and the tile on the ground: Ada loses',
  );
  expect(tell('stacket', { ...settled, verdict: 'nothing-fell', name: null })).toBe('The structure sways and stands');
});

it('knows every verdict of Stacket that its table shows', () => {
  for (const verdict of Object.keys(text.stacket.verdict)) {
    const shown: Shown<'stacket'> = {
      type: 'settled',
      seat: 0,
      name: 'the ring',
      fallen: ['the ring'],
      touching: ['the base'],
      points: false,
      verdict: verdict === 'placed' ? { placed: { touching: 1 } } : (verdict as Verdict),
      film: { length_ms: 0, tracks: [] },
    };
    expect(tell('stacket', shown), verdict).not.toContain('does something');
  }
});

it('leaves what it does not know to the words of the server', () => {
  expect(tellEvent('push', { text: 'seat 1 takes back a move', shown: null }, names)).toBe('Birch takes back a move');
  const dances = { type: 'dances', seat: 1 } as unknown as Shown<'push'>;
  expect(tellEvent('push', { text: 'seat 1 dances', shown: dances }, names)).toBe('Birch dances');
});

it('tells a move after "would"', () => {
  const push = { ...samples.push.view[0]!, stacks: [['red-1' as const]] };
  expect(tellMove('push', { place: 1 }, names, push)).toBe('start a new stack');
  expect(tellMove('push', { place: 0 }, names, push)).toBe('play it to stack 1');
  expect(tellMove('stacks', { play: { cards: [-10, 3], bid: -7 } }, names, samples.stacks.view[0]!)).toBe(
    'lay the −10 and the 3 and bid −7',
  );
  expect(tellMove('stacket', { pick: { piece: 1 } }, names, samples.stacket.view[0]!)).toBeNull();
});

describe.each(Object.keys(samples) as GameId[])('what really happened in %s', (game) => {
  const known = <G extends GameId>(of: G) => samples[of].shown.map((shown) => tell(of, shown));

  it('is told in words of our own', () => {
    expect(known(game).filter((words) => words.includes('does something'))).toEqual([]);
  });
});

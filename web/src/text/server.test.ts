import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'svelte/compiler';
import { afterEach, expect, it } from 'vitest';
import { agreed, optionsOf } from '../games/agreed';
import { pieceOf } from '../games/stacket/pieces';
import type { Shown } from '../wire/games';
import type { GameInfo, Hint } from '../wire/wire';
import { choiceIn, eventIn, gameIn, hintIn, instead, refusalIn } from './server';
import { tellEvent } from '../games/tell';

afterEach(() => Object.keys(instead).forEach((key) => delete instead[key]));

const options = [
  { key: 'goal', about: 'points to win', kind: { type: 'number', min: 1, max: 9 } },
  { key: 'deck', about: 'which cards', kind: { type: 'choice', words: ['full', 'small'] } },
];
const push = {
  id: 'push',
  title: 'Push',
  pitch: 'Dare a card.',
  rules: '# Push',
  options,
  defaults: { goal: 5, deck: 'full' },
} as unknown as GameInfo;
const hint = {
  seq: 1,
  lines: [
    { move: { place: 1 }, text: 'to stack 1', why: '12% fit nowhere' },
    { move: 'stop', text: 'stop', why: 'safe' },
  ],
} as unknown as Hint;

it('leaves the house its own words in English', () => {
  expect(instead).toEqual({});
  expect(gameIn(push)).toEqual(push);
  expect(hintIn('push', hint)).toEqual(hint);
  expect(refusalIn({ code: 'full', text: 'no seat is free' })).toBe('no seat is free');
  expect(choiceIn('push', 'deck', 'small')).toBe('small');
  expect(eventIn('push', { shown: { type: 'dances' } as unknown as Shown, text: 'seat 1 dances' })).toBe(
    'seat 1 dances',
  );
});

it('says a game, its rules and its options in other words', () => {
  Object.assign(instead, {
    'push.title': 'Schub',
    'push.pitch': 'Wag eine Karte.',
    'push.rules': '# Schub',
    'push.option.goal': 'Punkte zum Sieg',
    'push.option.deck.small': 'klein',
  });
  const game = gameIn(push);
  expect(game).toMatchObject({ title: 'Schub', pitch: 'Wag eine Karte.', rules: '# Schub' });
  expect(optionsOf(game).map(({ about }) => about)).toEqual(['Punkte zum Sieg', 'which cards']);
  expect(agreed(game, { goal: 5, deck: 'small' }, { turn_s: null, game_s: null, window_s: 6, grace_s: 60 })).toEqual([
    'The deck: klein',
  ]);
});

it('says a refusal in other words, by the rule that is broken or else by its code', () => {
  Object.assign(instead, {
    'refusal.full': 'Kein Platz ist frei.',
    'refusal.foul': 'Das geht nicht.',
    'foul.not-your-turn': 'Du bist nicht dran.',
  });
  expect(refusalIn({ code: 'full', text: 'no seat is free' })).toBe('Kein Platz ist frei.');
  expect(refusalIn({ code: 'foul', foul: 'not-your-turn', text: 'wait' })).toBe('Du bist nicht dran.');
});

it('says a reason in other words with its numbers', () => {
  instead['push.reason.place'] = (words) => words.replace('fit nowhere', 'passen nirgends');
  instead['push.move.stop'] = 'aufhören';
  expect(hintIn('push', hint).lines.map(({ text, why }) => [text, why])).toEqual([
    ['to stack 1', '12% passen nirgends'],
    ['aufhören', 'safe'],
  ]);
});

it('tells what no teller knows, pieces and event cards in other words', () => {
  const names = ['Ada', 'Birch'];
  Object.assign(instead, {
    'push.event.takeback': 'seat 1 nimmt zurück',
    'stacket.piece.the ring': 'der Ring',
    'nuts.card.Windfall': 'Fallobst',
  });
  expect(tellEvent('push', { text: 'the last move was taken back', shown: null }, names)).toBe('Birch nimmt zurück');
  expect(
    tellEvent('stacket', { text: '', shown: { type: 'picked', seat: 0, piece: 3, name: 'the ring' } }, names),
  ).toBe('Ada picks der Ring');
  expect(
    tellEvent(
      'stacket',
      {
        text: '',
        shown: {
          type: 'settled',
          seat: 0,
          verdict: 'loss',
          name: null,
          fallen: ['the ring'],
          touching: [],
          points: false,
          film: { length_ms: 0, tracks: [] },
        },
      },
      names,
    ),
  ).toBe('Der Ring on the ground: Ada loses');
  expect(
    tellEvent(
      'nuts',
      {
        text: '',
        shown: { what: { type: 'event', seat: 1, event: 1, name: 'Windfall', story: '', lost: [] }, dropped: null },
      },
      names,
    ),
  ).toBe('Birch draws an event: Fallobst');
  expect(pieceOf({ name: 'the ring', parts: [{ block: { size: [1, 1, 1], at: [0, 0, 0] } }] }).name).toBe('der Ring');
});

/** What a component would show or say without asking the words: its own text, and names for who does not see. */
function ownWords(node: unknown, attribute = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((part) => ownWords(part, attribute));
  const { type, name, data } = node as { type?: string; name?: string; data?: string };
  const within = type === 'Attribute' || type === 'StyleDirective' ? (name ?? '') : attribute;
  const isShown =
    within === '' ||
    ['alt', 'aria-description', 'aria-label', 'label', 'placeholder', 'title', 'words'].includes(within);
  if (type === 'Text') return isShown && /\p{L}{2}/u.test(data ?? '') ? [data!.trim()] : [];
  return Object.values(node).flatMap((part) => ownWords(part, within));
}

it('finds no words in the components themselves', () => {
  expect(ownWords(parse('<p title="Two words">One <b>word</b>{words}</p>', { modern: true }).fragment)).toEqual([
    'Two words',
    'One',
    'word',
  ]);
  const root = new URL('../', import.meta.url);
  const files = (readdirSync(root, { recursive: true }) as string[]).filter((file) => file.endsWith('.svelte'));
  expect(files.length).toBeGreaterThan(40);
  const found = files.flatMap((file) =>
    ownWords(parse(readFileSync(new URL(file, root), 'utf8'), { modern: true }).fragment),
  );
  // What a code looks like needs no translation.
  expect(found).toEqual(['K7Q2ZD']);
});

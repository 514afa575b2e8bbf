import { bytesToHex } from '@noble/hashes/utils.js';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { numberBelow, keyOf, streamWords } from './nature';
import { redraw, type Played } from './piles';
import type { Number } from '../wire/nabbit';
import { samples } from '../wire/samples';
import type { Fairness } from '../wire/wire';

interface Example {
  secret: string;
  seeds: { seat: number; seed: string }[];
  key: string;
  streams: { event: number; words: number[]; below: number[] }[];
}

const page = readFileSync(new URL('../../../docs/fairness.md', import.meta.url), 'utf8');
const example = JSON.parse(/```json example\n([\s\S]*?)```/.exec(page)![1]!) as Example;

describe('nature drawn again', () => {
  it('has the key of the example in the docs', () => {
    expect(bytesToHex(keyOf(example))).toBe(example.key);
  });

  it.each(example.streams)('has the words and numbers of event $event', (stream) => {
    const key = keyOf(example);
    const all = streamWords(key, stream.event);
    expect(stream.words.map(() => all.next().value)).toEqual(stream.words);
    const again = streamWords(key, stream.event);
    expect([2, 10, 100].map((most) => numberBelow(again, most))).toEqual(stream.below);
  });
});

/** A record whose fates are drawn as they should be, from piles kept by hand. */
async function made(): Promise<{ record: Played<'nabbit'>; key: Uint8Array }> {
  const key = keyOf(example);
  const pile = ([0, 1, 2, 3, 4, 5, 6] as const).flatMap((n) => Array<Number>(15).fill(n));
  const events: Played<'nabbit'>['events'] = [];
  for (let n = 0; n < 12; n++) {
    if (n % 4 === 3) events.push({ seat: 0, move: 'flip' });
    else events.push({ fate: pile.splice(numberBelow(streamWords(key, n), pile.length), 1)[0]! });
  }
  return {
    record: { game: 'nabbit', options: { zero_bonus: 30, unplayed: 0 }, seating: { seniority: [0, 1] }, events },
    key,
  };
}

describe('a record drawn again', () => {
  it('is found right when nature did as its generator says', async () => {
    const { record, key } = await made();
    expect(redraw(record, key)).toEqual({ fates: 9, wrong: null });
  });

  it('shows the first card that was swapped', async () => {
    const { record, key } = await made();
    const { fate } = record.events[5] as { fate: Number };
    record.events[5] = { fate: ((fate + 1) % 7) as Number };
    expect(redraw(record, key)?.wrong).toEqual({ event: 5, recorded: `${(fate + 1) % 7}`, drawn: `${fate}` });
  });

  it('shuffles Stacks anew after a Call', () => {
    const key = keyOf(example);
    const deck = [1, 1, 2, 2];
    const at = (event: number, from: number[]) => from[numberBelow(streamWords(key, event), from.length)]!;
    const first = at(0, deck);
    const rest = [...deck];
    rest.splice(rest.indexOf(first), 1);
    const events = [
      { fate: first },
      { fate: at(1, rest) },
      { seat: 0, move: { call: { play: 1 } } },
      { fate: at(3, deck) },
    ];
    const options = { goal: 40, deck: { '2': 2, '1': 2 } };
    const record: Played<'stacks'> = { game: 'stacks', options, seating: { seniority: [0, 1] }, events };
    expect(redraw(record, key)).toEqual({ fates: 3, wrong: null });
  });

  it('leaves alone a game that draws nothing', () => {
    expect(
      redraw(
        { game: 'stacket', options: samples.stacket.options[0]!, seating: { seniority: [0, 1, 2] }, events: [] },
        keyOf(example),
      ),
    ).toBeNull();
  });
});

/** Games of Nuts for Nuts as the server recorded them, with all that puts cards under the pile. */
describe.each(['nuts-drops', 'nuts-steals'])('the record %s of the server', (name) => {
  const read = () =>
    JSON.parse(readFileSync(new URL(`records/${name}.json`, import.meta.url), 'utf8')) as {
      record: Played<'nuts'>;
      fairness: Fairness;
    };
  const isFate = (event: Played<'nuts'>['events'][number]) => 'fate' in event;

  it('is drawn again card by card', () => {
    const { record, fairness } = read();
    expect(redraw(record, keyOf(fairness))).toEqual({ fates: record.events.filter(isFate).length, wrong: null });
  });

  it('is found wrong with any two cards swapped', () => {
    const { record, fairness } = read();
    const key = keyOf(fairness);
    const places = record.events.flatMap((event, n) => ('fate' in event ? [{ n, fate: event.fate }] : []));
    for (let i = 1; i < places.length; i++) {
      const [a, b] = [places[i - 1]!, places[i]!];
      if (a.fate === b.fate) continue;
      const events = [...record.events];
      events[a.n] = { fate: b.fate };
      events[b.n] = { fate: a.fate };
      expect(redraw({ ...record, events }, key)?.wrong?.event, `events ${a.n} and ${b.n}`).toBe(a.n);
    }
  });
});

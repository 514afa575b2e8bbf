import { expect, it } from 'vitest';
import { blocks, spans } from './markdown';

it('tells headings, paragraphs, lists and steps apart', () => {
  const found = blocks('# A\n\n**Goal.** Have\nmost.\n\n1. One\n   more\n2. Two\n\n- x\n- y\n');
  expect(found.map(({ kind, lines }) => [kind, lines])).toEqual([
    ['heading', ['A']],
    ['text', ['**Goal.** Have', 'most.']],
    ['steps', ['One more', 'Two']],
    ['list', ['x', 'y']],
  ]);
});

it('knows strong and emphasised words', () => {
  expect(spans('**Goal.** a *b* c').map(({ kind, text }) => [kind, text])).toEqual([
    ['strong', 'Goal.'],
    ['plain', ' a '],
    ['em', 'b'],
    ['plain', ' c'],
  ]);
});

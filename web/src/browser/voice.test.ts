import { expect, it } from 'vitest';
import { ask, said, say } from './voice.svelte';

it('says the same words twice, whatever is asked in between', () => {
  const heard = [];
  for (let turn = 0; turn < 4; turn++) {
    say('Ada flips a 2');
    heard.push(said.now);
    ask('Keep it, or flip on?');
  }
  for (let n = 1; n < heard.length; n++) expect(heard[n]).not.toBe(heard[n - 1]);
  expect(new Set(heard.map((words) => words.replace('\u200b', '')))).toEqual(new Set(['Ada flips a 2']));
});

import { describe, expect, it } from 'vitest';
import { text } from '../../text';
import type { GameId } from '../../wire/games';
import { samples } from '../../wire/samples';
import type { View as NabbitView } from '../../wire/nabbit';
import type { View as PushView } from '../../wire/push';
import { firstGame, isFirstGame, lesson, tipFor } from './lessons';
import { scenes } from './scenes';

const GAMES = Object.keys(samples) as GameId[];

describe('lessons', () => {
  it('teach every game: pages, a goal, a shorter game, and how it was scored', () => {
    for (const game of GAMES) {
      expect(lesson(game).length).toBeGreaterThan(2);
      expect(text.tips[game]?.goal).toBeTruthy();
      expect(text.scored[game]).toBeTruthy();
      expect(Object.keys(firstGame(game)).length).toBeGreaterThan(0);
    }
  });

  it('show every page a picture that keeps to its field', () => {
    for (const game of GAMES) {
      expect(scenes[game].length, game).toBe(lesson(game).length);
      for (const item of scenes[game].flat()) {
        const spots = item.type === 'arrow' ? [item.from, item.to] : [[item.x, item.y]];
        for (const [x, y] of spots) expect(x! > 20 && x! < 310 && y! > 20 && y! < 210, JSON.stringify(item)).toBe(true);
      }
    }
  });

  it('know a first game by its options', () => {
    expect(isFirstGame('push', { first: 0, riskier_star: false, two_player_switches: false, unplayed: 90 })).toBe(true);
    expect(isFirstGame('push', { first: 0, riskier_star: false, two_player_switches: false, unplayed: 0 })).toBe(false);
  });

  it('say in Push that others choose only where they do', () => {
    const view: PushView = {
      ...samples.push.view[0]!,
      phase: { collect: 0 },
      stacks: [['red-1'], ['blue-2']],
      to_draw: 20,
    };
    expect(tipFor('push', { ...view, seat: 0 }, 0, true, [])?.id).toBe('first');
    expect(tipFor('push', { ...view, seat: 1 }, 0, true, [])?.id, 'who went too far takes nothing').toBe('collect');
  });

  it('say each thing once, when it is due, in its turn', () => {
    const view: NabbitView = {
      ...samples.nabbit.view[0]!,
      flips: [1, 2, 3, 4],
      stop: { banked: 0, left: 1, right: 0, vault: 0 },
      to_draw: 12,
      places: [{ face_up: [0, 0, 0, 0, 0, 0, 0], banked: 0, banked_cards: null }],
    };
    const said: string[] = [];
    for (let tip = tipFor('nabbit', view, 0, true, said); tip; tip = tipFor('nabbit', view, 0, true, said))
      said.push(tip.id);
    expect(said).toEqual(['flip', 'last', 'grab']);
    expect(tipFor('nabbit', view, 0, false, []), 'while others play there is nothing to decide').toBeNull();
  });
});

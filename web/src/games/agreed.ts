/** What was agreed for a table, for whoever comes to it: house rules that differ from the usual ones, and its clocks. */
import { text } from '../text';
import { choiceIn } from '../text/server';
import type { OptionAbout, OptionKind } from '../wire/table';
import type { ClockSettings, GameInfo, Manners } from '../wire/wire';

/** Options by the keys the server describes them under. */
export type ByKey = Readonly<Record<string, unknown>>;

const t = text.opening;

/** The options of a game that can be told in a few words. */
export function optionsOf(game: GameInfo): OptionAbout[] {
  return game.options.filter(({ kind }) => kind.type !== 'data');
}

export function labelOf(key: string): string {
  return text.options[key] ?? key;
}

/** A choice in words; what is simply so needs no more than its name. */
function told(game: GameInfo, key: string, kind: OptionKind, value: unknown): string {
  const label = labelOf(key);
  if (kind.type === 'flag') return value === true ? label : t.rule(label, t.no);
  if (kind.type === 'seat') return t.rule(label, typeof value === 'number' ? t.seat(value) : t.anySeat);
  return t.rule(label, kind.type === 'choice' ? choiceIn(game.id, key, String(value)) : String(value));
}

/** One line for each thing worth knowing before one sits down. */
export function agreed(game: GameInfo, chosen: ByKey, clocks: ClockSettings, manners?: Manners): string[] {
  const usual: ByKey = game.defaults;
  const rules = optionsOf(game)
    .filter(({ key }) => key in chosen && JSON.stringify(chosen[key]) !== JSON.stringify(usual[key]))
    .map(({ key, kind }) => told(game, key, kind, chosen[key]));
  const times = [
    clocks.turn_s === null ? '' : t.rule(t.clock, t.seconds(clocks.turn_s)),
    clocks.game_s === null ? '' : t.rule(t.gameClock, t.seconds(clocks.game_s)),
    game.has_window ? t.rule(t.window, t.seconds(clocks.window_s)) : '',
  ];
  const off = (['hints', 'odds', 'reactions'] as const)
    .filter((kind) => manners && !manners[kind])
    .map((kind) => t.rule(text.manners.names[kind], t.no));
  return [...rules, ...times, ...off].filter(Boolean);
}

/**
 * What happened and what a move is, told in English from what the server shows.
 *
 * Each game has its teller; here lines are put together from what it says.
 */
import { text, verbFor, withNames } from '../text';
import { eventIn } from '../text/server';
import type { GameId, Move, Shown, View } from '../wire/games';
import { nabbit } from './nabbit/tell';
import { nuts } from './nuts/tell';
import { push } from './push/tell';
import { stacket } from './stacket/tell';
import { stacks } from './stacks/tell';
import type { HappenedIn } from './table';
import type { Teller } from './teller';

/** As much of an event as is told. */
type Told<G extends GameId> = Pick<HappenedIn<G>, 'text' | 'shown'>;

const tellers: { [G in GameId]: Teller<G> } = { nabbit, nuts, push, stacket, stacks };

function tell<G extends GameId>(game: G, event: Told<G>, names: readonly string[]): string {
  const name = (seat: number) => names[seat] ?? '';
  const verb = (seat: number, verb: string) => verbFor(name(seat), verb);
  const told = event.shown ? tellers[game].event(event.shown, name, verb, names.length) : undefined;
  return told ?? withNames(eventIn(game, event), names);
}

/** A line begins large, unless it begins with a name, which is written as its owner does. */
const begun = (line: string, names: readonly string[]) =>
  names.some((name) => name && name !== text.you && line.startsWith(name))
    ? line
    : line.replace(/^./, (first) => first.toUpperCase());

/** One event in words; '' for what needs none. */
export function tellEvent<G extends GameId>(game: G, event: Told<G>, names: readonly string[]): string {
  return begun(tell(game, event, names), names);
}

/** How the round went that an event ended, for the log; '' for all else. */
export function tellRound<G extends GameId>(
  game: G,
  { shown }: Pick<Told<G>, 'shown'>,
  names: readonly string[],
): string {
  return shown ? (tellers[game].round?.(shown, names) ?? '') : '';
}

/** The longest line about what just happened; the log has the rest. */
const LONGEST = 150;

/** Whether something weighs so much that what comes after it has a line of its own: somebody was robbed, or lost a whole hand. */
export function isHeavy(shown: Shown | null): boolean {
  if (shown === null) return false;
  if ('kept' in shown) return shown.kept !== null && shown.kept.left + shown.kept.right > 0;
  return 'dropped' in shown && shown.dropped !== null;
}

/** What just happened in one line, or more where something must not be missed: rather without what led to it than cut off before it. */
export function tellMoment<G extends GameId>(game: G, events: readonly Told<G>[], names: readonly string[]): string {
  const heavy = events.findIndex(({ shown }) => isHeavy(shown));
  if (heavy < 0) return tellLine(game, events, names);
  const all = tellLine(game, events.slice(0, heavy + 1), names);
  const first = all.endsWith('…') ? tellEvent(game, events[heavy]!, names) : all;
  return [first, tellMoment(game, events.slice(heavy + 1), names)].filter(Boolean).join('\n');
}

/** As much of it, from the beginning, as a line holds. */
function tellLine<G extends GameId>(game: G, events: readonly Told<G>[], names: readonly string[]): string {
  const parts = events.flatMap((event) => tell(game, event, names).split('; ')).filter(Boolean);
  let said = begun(parts[0] ?? '', names);
  let who = names.find((name) => name && parts[0]?.startsWith(`${name} `)) ?? '';
  for (const part of parts.slice(1)) {
    // Whoever goes on is named once.
    const more = who && part.startsWith(`${who} `) ? part.slice(who.length + 1) : part;
    if (said.length + more.length > LONGEST) return `${said} …`;
    said += `; ${more}`;
    who = names.find((name) => name && part.startsWith(`${name} `)) ?? '';
  }
  return said;
}

/** A move as the hint tells it, after "The sharp bot would"; nothing where the server's words will do. */
export function tellMove<G extends GameId>(
  game: G,
  move: Move<G>,
  names: readonly string[],
  view: View<G>,
): string | null {
  return tellers[game].move?.(move, view, (seat) => names[seat] ?? '') ?? null;
}

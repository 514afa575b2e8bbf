/** The tally of an evening: what the games of people who stayed together add up to. */
import type { PastGame, PastSeat } from '../../wire/wire';
import { text } from '../../text';

export interface Tally {
  member: number;
  /** The name of the last game. */
  name: string;
  games: number;
  wins: number;
  points: number;
}

/** Everybody who has played, the most wins first, then the most points. */
export function tallyOf(evening: readonly PastGame[]): Tally[] {
  const found = new Map<number, Tally>();
  for (const { member, name, score, has_won } of evening.flatMap(({ seats }) => seats)) {
    if (member === null) continue;
    const before = found.get(member) ?? { member, name, games: 0, wins: 0, points: 0 };
    found.set(member, {
      member,
      name,
      games: before.games + 1,
      wins: before.wins + Number(has_won),
      points: before.points + score,
    });
  }
  return [...found.values()].sort((a, b) => b.wins - a.wins || b.points - a.points || a.member - b.member);
}

/** Where a game knows no more than won and lost, its points say nothing. */
const hasPoints = ({ seats }: PastGame) => seats.some(({ score }) => score > 1);
const isPerson = ({ member }: PastSeat) => member !== null;

/** What is worth telling of the evening, in words: the longest run of wins, the most points, the closest game. */
export function momentsOf(evening: readonly PastGame[], titleOf: (game: string) => string): string[] {
  if (evening.length < 2) return [];
  const t = text.evening;
  const moments: string[] = [];
  const run = longestRun(evening);
  if (run && run.length > 1) moments.push(t.streak(run.name, run.length));
  const scored = evening.filter(hasPoints);
  const most = scored
    .flatMap((game) => game.seats.filter(isPerson).map((seat) => ({ seat, game })))
    .sort((a, b) => b.seat.score - a.seat.score)[0];
  if (most && most.seat.score > 0) moments.push(t.best(most.seat.name, most.seat.score, titleOf(most.game.game)));
  const closest = scored
    .map((game) => ({ game, ...finish(game) }))
    .filter(({ by, winner }) => by > 0 && winner)
    .sort((a, b) => a.by - b.by)[0];
  if (closest) moments.push(t.closest(titleOf(closest.game.game), closest.winner!.name, closest.by));
  return moments;
}

/** Who won a game alone, and by how much. */
function finish({ seats }: PastGame): { by: number; winner: PastSeat | undefined } {
  const winners = seats.filter(({ has_won }) => has_won);
  const others = seats.filter(({ has_won }) => !has_won).map(({ score }) => score);
  const [winner] = winners;
  if (winners.length !== 1 || !winner || others.length === 0) return { by: 0, winner: undefined };
  return { by: winner.score - Math.max(...others), winner };
}

function longestRun(evening: readonly PastGame[]): { name: string; length: number } | undefined {
  const runs = new Map<number, number>();
  let best: { name: string; length: number } | undefined;
  for (const { seats } of evening)
    for (const { member, name, has_won } of seats) {
      if (member === null) continue;
      const length = has_won ? (runs.get(member) ?? 0) + 1 : 0;
      runs.set(member, length);
      if (length > (best?.length ?? 0)) best = { name, length };
    }
  return best;
}

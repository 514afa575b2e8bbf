/** What has changed at a table besides its game, in words: nothing there happens silently. */
import { text } from '../text';
import type { Holder, SeatInfo, TableInfo } from '../wire/wire';

type Person = Extract<Holder, { type: 'person' }>;
const personIn = (seat: SeatInfo | undefined): Person | null => (seat?.holder.type === 'person' ? seat.holder : null);

/** Somebody is not connected who was before, or the other way round. */
export interface Line {
  seat: number;
  isAway: boolean;
  words: string;
}

/** Who went away and who is back. */
export function linesOf(before: TableInfo, now: TableInfo, own: number | null): Line[] {
  return now.seats.flatMap((seat) => {
    const [was, is] = [personIn(before.seats[seat.seat]), personIn(seat)];
    if (!was || !is || was.member !== is.member || was.is_connected === is.is_connected || seat.seat === own) return [];
    const words = is.is_connected ? text.news.back(is.name) : text.news.away(is.name);
    return [{ seat: seat.seat, isAway: !is.is_connected, words }];
  });
}

/** What else happened between two states of a table whose game is under way. */
export function newsOf(before: TableInfo, now: TableInfo, own: number | null): string[] {
  const t = text.news;
  const news = now.seats.flatMap((seat) => {
    const [was, is] = [personIn(before.seats[seat.seat]), personIn(seat)];
    const isMine = seat.seat === own;
    if (was && seat.holder.type === 'bot') return [t.left(was.name, seat.holder.name)];
    if (was && is && !isMine && was.member === is.member && is.moves > was.moves) return [t.moved(is.name)];
    if (!was || !is || isMine || Boolean(was.stand_in) === Boolean(is.stand_in)) return [];
    return [is.stand_in ? t.botPlays(is.name) : t.playsOn(is.name)];
  });
  if (before.host !== now.host && !now.seats.some((seat) => seat.seat === own && personIn(seat)?.name === now.host))
    news.push(t.host(now.host));
  else if (before.host !== now.host) news.push(t.youHost);
  for (const kind of ['hints', 'odds', 'reactions'] as const)
    if (before.manners[kind] !== now.manners[kind]) news.push(t.manners(kind, now.manners[kind]));
  if (now.spectators > before.spectators) news.push(t.watch(now.spectators));
  if (now.screens > before.screens) news.push(t.screen);
  return news;
}

/** The places one can act on at a table of Push. */
import { isSame } from '../../net/turn';
import { text } from '../../text';
import type { Target } from '../parts/target';
import type { GameTable } from '../table';
import type { Choices } from './choices';
import { spoken } from './counts';
import { drawn, type Plan } from './layout';

const t = text.push;

interface Placed {
  plan: Plan;
  /** The spot of each stack. */
  spots: readonly number[];
  /** Looks at a seat's cards more closely. */
  onpeek(seat: number): void;
}

export function targetsOf(table: GameTable<'push'>, choices: Choices, { plan, spots, onpeek }: Placed): Target[] {
  const { view, isBusy, isForced, isScreen, sitters, advice, send } = table;
  if (isScreen) return [];
  const mine = plan.seats.find((place) => place.isMine)!;
  const found: Target[] = [
    { id: 'mine', x: mine.x, y: mine.y, w: mine.w, h: mine.h, label: t.toBench, quiet: true, round: 16 },
  ];
  if (!isBusy && !isForced) found.push(...stackTargets(table, choices, plan, spots));
  if (!isBusy) found.push(...bankTargets(table, choices, plan));
  for (const { seat, isMine, x, y, w, h } of plan.seats) {
    if (isMine || !view.places[seat]!.bench.flat().some(Boolean)) continue;
    const label = t.look(sitters[seat]!.name);
    found.push({ id: `seat${seat}`, x, y, w, h, label, act: () => onpeek(seat), quiet: true, round: 16 });
  }
  if (choices.can('draw') && !isBusy) {
    const isAdvised = isSame(advice, 'draw');
    found.push({ id: 'deck', ...plan.deck, label: t.draw, act: () => send('draw'), round: 9, isAdvised });
  }
  return found;
}

/** The stacks that the drawn card can go to or that can be taken, and the drawn card. */
function stackTargets(
  { view, advice, send }: GameTable<'push'>,
  { places, takes }: Choices,
  plan: Plan,
  spots: readonly number[],
): Target[] {
  const found = spots.flatMap((spot, s): Target[] => {
    const isTaken = !places.includes(s) && takes.includes(s);
    if (!isTaken && !places.includes(s)) return [];
    const move = isTaken ? { collect: s } : { place: s };
    const act = () => send(move);
    const cards = spoken(view.stacks[s] ?? []);
    const isNew = s >= view.stacks.length;
    return [
      {
        id: `stack${spot}`,
        ...plan.stacks[spot]!,
        label: isTaken ? t.take(spot, cards) : isNew ? t.placeNew : t.place(spot, cards),
        act,
        round: 14,
        isAdvised: isSame(advice, move),
        ...(isTaken ? { drag: ({ zone }) => zone === `stack${spot}:cards`, drops: { mine: act } } : {}),
      },
    ];
  });
  const card = drawn(view.phase);
  if (card && places.length > 0)
    found.push({
      id: 'hand',
      ...plan.hand,
      label: t.card(card),
      drag: ({ zone }) => zone === 'hand:card',
      drops: Object.fromEntries(places.map((s) => [`stack${s}`, () => send({ place: s })])),
      round: 9,
      quiet: true,
    });
  return found;
}

/** The colours of the own Bench that can be banked, and the bank they are dragged to. */
function bankTargets({ advice, send }: GameTable<'push'>, { banks }: Choices, plan: Plan): Target[] {
  if (banks.length === 0) return [];
  const { seat, columns, bank } = plan.seats.find((place) => place.isMine)!;
  const found = columns
    .filter(({ colour }) => banks.includes(colour))
    .map(({ colour, x, y, w, h }): Target => {
      const room = plan.isSmall ? 0 : 6;
      const act = () => send({ bank: colour });
      return {
        id: `bank-${colour}`,
        x: x - room,
        y,
        w: w + 2 * room,
        h,
        label: t.bank(t.colours[colour]!),
        act,
        isAdvised: isSame(advice, { bank: colour }),
        drag: ({ zone }) => zone === `seat${seat}:${colour}`,
        drops: { bank: act },
      };
    });
  found.push({ id: 'bank', x: bank.x, y: bank.y, w: bank.w, h: bank.h, label: t.toBank, quiet: true, round: 9 });
  return found;
}

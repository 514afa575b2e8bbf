/** The places one can act on at a table of Nuts for Nuts. */
import { isSame } from '../../net/turn';
import { text } from '../../text';
import { LIFT } from '../parts/layer';
import type { Target } from '../parts/target';
import type { GameTable } from '../table';
import { spoken } from './cards';
import type { Choice } from './choice.svelte';
import { HAND_Z, type Plan } from './layout';

const t = text.nuts;

/** The own stash, the hand, the other seats and what lies in the middle, as far as something can be done there. */
export function targetsOf(table: GameTable<'nuts'>, choice: Choice, plan: Plan): Target[] {
  if (table.isBusy || table.isScreen) return [];
  return [
    ownStash(table, choice, plan),
    ...ownHand(choice, plan),
    ...otherSeats(table, choice, plan),
    ...middle(choice, plan),
  ];
}

function ownStash({ view }: GameTable<'nuts'>, choice: Choice, plan: Plan): Target {
  const home = view.raccoon === choice.base ? plan.raccoon : plan.squirrels;
  const { stash } = choice;
  return { id: 'stash', ...home, label: t.stashIt, act: stash ? () => choice.act(stash) : undefined, round: 16 };
}

function ownHand(choice: Choice, plan: Plan): Target[] {
  const { base, hand, chosen, stash } = choice;
  const me = plan.seats.find((place) => place.isMine)!;
  return me.hand.flatMap((at, i): Target[] => {
    const card = hand[i];
    if (!card || !choice.isUseful(card)) return [];
    const isChosen = chosen.includes(i);
    const drops: Record<string, () => void> = {};
    // Two chosen cards of one nut go together.
    const goesTogether = stash !== null && isChosen;
    if (goesTogether) drops.stash = () => choice.act(stash);
    else if (choice.can({ stash: [card] })) drops.stash = () => choice.act({ stash: [card] });
    if (choice.can({ lay: card })) drops.laid = () => choice.act({ lay: card });
    const isPair = goesTogether && chosen.length > 1;
    for (const move of isPair ? [] : choice.carrying('share'))
      if (move.share.card === card) drops[`seat${move.share.to}`] = () => choice.act(move);
    return [
      {
        id: `hand${i}`,
        ...at,
        y: at.y - (isChosen ? at.w * LIFT : 0),
        label: t.choose(spoken(card)),
        act: () => choice.toggle(i),
        isOn: isChosen,
        round: 9,
        drag: ({ zone, z = 0 }) =>
          zone === `seat${base}:hand` && (z === HAND_Z + i || (goesTogether && chosen.includes(z - HAND_Z))),
        drops: Object.keys(drops).length > 0 ? drops : undefined,
      },
    ];
  });
}

function otherSeats({ advice, sitters }: GameTable<'nuts'>, choice: Choice, plan: Plan): Target[] {
  const { single, steals, shares } = choice;
  return plan.seats.flatMap(({ seat, isMine, x, y, w, h }): Target[] => {
    if (isMine) return [];
    const place = { id: `seat${seat}`, x, y, w, h, round: 16 };
    const { name } = sitters[seat]!;
    const steal = { steal: seat };
    if (steals.includes(seat))
      return [{ ...place, label: t.steal(name), act: () => choice.act(steal), isAdvised: isSame(advice, steal) }];
    if (single && shares.includes(seat))
      return [{ ...place, label: t.share(name), act: () => choice.act({ share: { card: single, to: seat } }) }];
    // A card can be dragged here before it is chosen.
    return choice.carrying('share').some(({ share }) => share.to === seat) ? [{ ...place, label: t.share(name) }] : [];
  });
}

function middle(choice: Choice, plan: Plan): Target[] {
  const found: Target[] = [];
  const { single, lays } = choice;
  const lay = single && lays ? () => choice.act({ lay: single }) : undefined;
  if (choice.carrying('lay').length > 0)
    found.push({ id: 'laid', ...plan.laid, label: t.lay, act: lay, quiet: true, round: 9 });
  const draw = choice.can('free-draw') ? 'free-draw' : 'scavenge';
  if (choice.can(draw)) {
    const label = draw === 'free-draw' ? t.freeDraw : t.scavenge;
    found.push({ id: 'pile', ...plan.pile, label, act: () => choice.act(draw), round: 9 });
  }
  return found;
}

/**
 * Where the cards of Nuts for Nuts are, followed through a record: as much of the game as tells what nature drew each
 * card from. The pile is batches, the shuffled one on top and below it what was put under, each in an order nobody knows.
 */
import type { Move, Options } from '../wire/nuts';

const NUTS = ['almond', 'peanut', 'walnut', 'hazelnut', 'acorn'];
const ALL_NUTS = NUTS.flatMap((nut) => [1, 1, 1, 2, 2, 3].map((number) => `${nut}-${number}`));

const place = (card: string) => {
  const [nut = '', number = ''] = card.split('-');
  return nut === 'event' ? 1000 + Number(number) : NUTS.indexOf(nut) * 10 + Number(number);
};
const sorted = (cards: readonly string[]) => [...cards].sort((a, b) => place(a) - place(b));
const numberOf = (card: string) => Number(card.split('-')[1]);

function take(cards: string[], card: string): void {
  const at = cards.indexOf(card);
  if (at >= 0) cards.splice(at, 1);
}

/** The cards of one game, moved by its events. */
export class NutPile {
  private batches: string[][] = [[...ALL_NUTS]];
  private readonly hands: string[][];
  /** Who still draws for the Raccoon in this go, and what they drew. */
  private lots: { seat: number; card: string | null }[];
  /** Who is still to be dealt a card, one entry a card. */
  private deals: number[] = [];
  private laid = { seat: 0, card: '' };
  /** Whose hand loses a card at random next. */
  private slips: number | null = null;
  /** Who moved last: the cards that follow are theirs. */
  private last = 0;

  constructor(
    seats: number,
    private readonly options: Pick<Options, 'raccoon' | 'events'>,
  ) {
    this.hands = Array.from({ length: seats }, () => []);
    this.lots = this.hands.map((_, seat) => ({ seat, card: null }));
    if (options.raccoon !== null) this.settle(options.raccoon);
  }

  /** What nature draws from now, in the order of `docs/fairness.md`. */
  get from(): string[] {
    return sorted(this.slips === null ? (this.batches[0] ?? []) : this.hands[this.slips]!);
  }

  /** Nature has drawn a card. */
  draws(card: string): void {
    const { slips } = this;
    if (slips !== null) {
      this.slips = null;
      take(this.hands[slips]!, card);
      this.putUnder([card]);
      return;
    }
    const [top] = this.batches;
    take(top ?? [], card);
    if (top?.length === 0 && this.batches.length > 1) this.batches.shift();
    if (this.lots.length > 0) this.lot(card);
    else if (this.deals.length > 0) this.deal(card);
    else if (card.startsWith('event-')) this.event(this.last, numberOf(card));
    else this.hands[this.last]!.push(card);
  }

  /** A seat has moved. */
  moves(seat: number, move: Move): void {
    this.last = seat;
    // Who is asked whether to draw anew has just dropped all cards.
    if (move === 'redraw' || move === 'decline') this.dropHand(seat);
    if (typeof move === 'string') return;
    const hand = this.hands[seat]!;
    if ('stash' in move) move.stash.forEach((card) => take(hand, card));
    else if ('lay' in move) this.laid = { seat, card: move.lay };
    else if ('share' in move) this.gives(seat, move.share.to, move.share.card);
    else if ('guess' in move && this.laid.card.split('-').includes(`${move.guess}`))
      this.gives(this.laid.seat, seat, this.laid.card);
  }

  private gives(from: number, to: number, card: string): void {
    take(this.hands[from]!, card);
    this.hands[to]!.push(card);
  }

  /** All draw a card in the open; the highest number is the Raccoon, and who ties draws again. */
  private lot(card: string): void {
    this.lots.find((lot) => lot.card === null)!.card = card;
    if (this.lots.some((lot) => lot.card === null)) return;
    const highest = Math.max(...this.lots.map((lot) => numberOf(lot.card!)));
    const tied = this.lots.filter((lot) => numberOf(lot.card!) === highest);
    if (tied.length === 1) return this.settle(tied[0]!.seat);
    if (this.batches[0]!.length < tied.length) this.batches = [[...ALL_NUTS]];
    this.lots = tied.map(({ seat }) => ({ seat, card: null }));
  }

  private settle(raccoon: number): void {
    const seats = this.hands.length;
    this.lots = [];
    this.batches = [[...ALL_NUTS]];
    this.deals = Array.from({ length: seats }, (_, i) => (raccoon + 1 + i) % seats).flatMap((seat) =>
      Array<number>(seat === raccoon ? seats + 1 : 3).fill(seat),
    );
  }

  private deal(card: string): void {
    this.hands[this.deals.shift()!]!.push(card);
    if (this.deals.length === 0) this.batches[0]!.push(...this.options.events.map((_, i) => `event-${i}`));
  }

  private event(seat: number, number: number): void {
    const effect = this.options.events[number]?.effect;
    if (effect === 'drop-hand') this.dropHand(seat);
    if (effect === 'lose-random' && this.hands[seat]!.length > 0) this.slips = seat;
  }

  private dropHand(seat: number): void {
    this.putUnder(this.hands[seat]!.splice(0));
  }

  private putUnder(cards: string[]): void {
    if (cards.length === 0) return;
    if (this.batches[0]?.length === 0) this.batches = [cards];
    else this.batches.push(cards);
  }
}

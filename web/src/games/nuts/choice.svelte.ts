/** What one may do at a table of Nuts for Nuts, and the cards of the hand chosen for it. */
import { carrying, isSame } from '../../net/turn';
import type { Card, Move } from '../../wire/nuts';
import type { GameTable } from '../table';

export class Choice {
  /** The chosen cards, by their places in the hand. */
  chosen = $state.raw<number[]>([]);

  constructor(private readonly table: () => GameTable<'nuts'>) {}

  /** The seat one looks from. */
  readonly base = $derived.by(() => this.table().seat ?? 0);
  readonly hand = $derived.by(() => this.table().view.places[this.base]!.hand ?? []);
  readonly cards = $derived.by(() => this.chosen.map((i) => this.hand[i]!).filter(Boolean));
  /** The card, where exactly one is chosen. */
  readonly single = $derived.by(() => (this.cards.length === 1 ? this.cards[0]! : null));
  /** The stash that the chosen cards make, if they make one. */
  readonly stash = $derived.by(() =>
    this.cards.length === 0 || this.cards.length > 2
      ? null
      : (this.carrying('stash').find((move) => isSame([...move.stash].sort(), [...this.cards].sort())) ?? null),
  );
  readonly shows = $derived.by(() => this.single !== null && this.can({ show: this.single }));
  readonly lays = $derived.by(() => this.single !== null && this.can({ lay: this.single }));
  /** To whom the chosen card can be given. */
  readonly shares = $derived.by(() =>
    this.carrying('share').flatMap(({ share }) => (share.card === this.single ? [share.to] : [])),
  );
  readonly steals = $derived.by(() => this.carrying('steal').map(({ steal }) => steal));
  readonly guesses = $derived.by(() => this.carrying('guess').map(({ guess }) => guess));

  can(move: Move): boolean {
    return this.table().moves.some((other) => isSame(other, move));
  }

  /** The moves that carry something of that name. */
  carrying<K extends string>(key: K) {
    return carrying(this.table().moves, key);
  }

  /** Whether a card of the hand can be chosen for anything. */
  isUseful(card: Card): boolean {
    return (
      this.carrying('stash').some(({ stash }) => stash.includes(card)) ||
      this.carrying('share').some(({ share }) => share.card === card) ||
      this.can({ show: card }) ||
      this.can({ lay: card })
    );
  }

  toggle(i: number): void {
    if (this.chosen.includes(i)) this.chosen = this.chosen.filter((other) => other !== i);
    else this.chosen = [...this.chosen, i].slice(-2);
  }

  /** Chooses these cards of the hand. */
  choose(cards: readonly Card[]): void {
    const left: (Card | null)[] = [...this.hand];
    this.chosen = cards.map((card) => {
      const i = left.indexOf(card);
      left[i] = null;
      return i;
    });
  }

  /** Cards that are gone cannot stay chosen. */
  forget(): void {
    const isGone = this.table().moves.length === 0 || this.chosen.some((i) => i >= this.hand.length);
    if (this.chosen.length > 0 && isGone) this.chosen = [];
  }

  act(move: Move): void {
    this.chosen = [];
    this.table().send(move);
  }
}

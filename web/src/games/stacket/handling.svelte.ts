/** What one does with a piece: takes it from the box, holds it over the structure, lets it go or puts it back. */
import { tick } from 'svelte';
import { say } from '../../browser/voice.svelte';
import { text } from '../../text';
import type { Pose, View } from '../../wire/stacket';
import type { GameTable } from '../table';
import { placeWords, restsOn } from './describe';
import { setDown, type Site } from './drop';
import { Hold } from './hold.svelte';
import { pieceIn, type PieceSet } from './pieces';
import { AS_IN_THE_BOX, type Quat } from './pose';
import type { Workshop } from './workshop';

/** How far above the structure others hold a piece. */
const HOVER = 0.45;

/** Where pieces are handled. */
export interface Bench {
  set: PieceSet;
  table(): GameTable<'stacket'>;
  site(): Site;
  shop(): Workshop | null;
  /** Whether one's own turn is on the screen. */
  isMine(): boolean;
  /** Where somebody else is seen to hold a piece. */
  seenPose(): Pose | null;
  /** Shows where the held piece could go; nothing shows what is advised. */
  preview(pose: Pose | null): void;
}

export class Handling {
  readonly hold: Hold;
  /** With one hand: the piece whose grip is being chosen. */
  gripping = $state<number | null>(null);
  /** What was let go last, until it is known what came of it. */
  private tried: { piece: number; pose: Pose } | null = null;

  constructor(private readonly at: Bench) {
    this.hold = new Hold(async (pose) => {
      const { view, check } = at.table();
      return view.held && check ? text.stacket.inCm((await check({ place: pose })) ?? '') : '';
    });
  }

  /** The piece in somebody's hand, or the one that is being gripped. */
  readonly held = $derived.by(() => this.at.table().view.held?.piece ?? (this.at.isMine() ? this.gripping : null));

  /** Puts the piece in a hand where it is in a moment. */
  arrange(now: View): void {
    const shop = this.at.shop();
    const hasLost = typeof now.phase === 'object' && 'over' in now.phase;
    if (hasLost || !now.held) {
      this.emptyHand();
      this.tried = null;
      return;
    }
    const { piece, grip } = now.held;
    this.hold.tilts = !now.options.one_hand;
    if (now.phase === 'choose' && now.seat === this.at.table().seat) this.takeUp(piece, grip);
    else {
      this.hold.drop();
      const pose =
        typeof now.phase === 'object' && 'released' in now.phase
          ? now.phase.released
          : (this.at.seenPose() ?? this.hover(piece, grip));
      if (now.phase !== 'lifted-off') shop?.hold(piece, pose, false, null);
    }
  }

  /** Takes a piece into one's own hand, above the structure. */
  private takeUp(piece: number, grip: Quat): void {
    const own = pieceIn(this.at.set, piece);
    const again = this.tried?.piece === piece ? this.tried : null;
    this.tried = null;
    // What was let go beside the structure is taken up above it again.
    const before = again && !restsOn(this.at.set, this.at.site(), own, again.pose).isTable ? again.pose : null;
    if (!this.hold.pose || again) this.hold.take(own, this.at.site(), this.above(), grip, before);
  }

  private emptyHand(): void {
    this.gripping = null;
    this.hold.drop();
    this.at.shop()?.hold(null, null, false, null);
  }

  /** Above the piece that must be touched. */
  private above(): Pose['at'] {
    const { structure, placed } = this.at.table().view;
    const last = structure.find((standing) => standing.piece === placed.at(-1));
    return last ? [last.pose.at[0], 0, last.pose.at[2]] : [0, 0, 0];
  }

  /** Where others hold a piece: above the structure, for all to see. */
  hover(piece: number, turn: Quat = AS_IN_THE_BOX): Pose {
    return { at: [0, this.at.site().top + HOVER + pieceIn(this.at.set, piece).radius, 0], turn };
  }

  pick(piece: number): void {
    const { view, send } = this.at.table();
    if (!view.options.one_hand) return send({ pick: { piece } });
    this.gripping = piece;
    this.hold.tilts = true;
    this.hold.take(pieceIn(this.at.set, piece), this.at.site(), this.above(), AS_IN_THE_BOX, null);
  }

  letGo(): void {
    const { hold, held, gripping } = this;
    const { view, isBusy, send } = this.at.table();
    if (!hold.pose || held === null || !this.at.isMine() || isBusy || hold.isRefused) return;
    if (gripping !== null && !view.held) return send({ pick: { piece: gripping, grip: hold.pose.turn } });
    const pose = hold.follows ? setDown(this.at.site(), pieceIn(this.at.set, held), hold.pose, true) : hold.pose;
    this.tried = { piece: held, pose };
    send({ place: pose });
  }

  putBack(): void {
    const { view, send } = this.at.table();
    if (view.held) send('put-back');
    else this.emptyHand();
  }

  /** Holds the piece at a place the house suggests. */
  async choose(pose: Pose): Promise<void> {
    this.hold.put(pose, false);
    this.hold.follows = false;
    this.at.preview(null);
    await tick();
    if (this.held !== null) say(placeWords(this.at.set, this.at.site(), this.held, pose));
  }
}

/** Places on a stage that one can act on. */
import type { Rect, Slot } from './layer';

/** A place one can act on. Coordinates as in `layer.ts`. */
export interface Target extends Rect {
  id: string;
  label: string;
  act?: () => void;
  /** The cards one takes hold of here. */
  drag?: (card: Slot) => boolean;
  /** What letting it go over another target does. */
  drops?: Record<string, () => void>;
  /** Shown as chosen. */
  isOn?: boolean;
  /** Shown as advised. */
  isAdvised?: boolean;
  round?: number;
  /** How far it is turned, in degrees, like the card that lies there. */
  rot?: number;
  /** A key that acts like a click. */
  key?: string;
  /** Bright only while something is dragged to it. */
  quiet?: boolean;
}

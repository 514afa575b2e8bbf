/** Mouse and fingers on the canvas: they move, raise, turn and tilt the held piece, or look around. */
import { angleAround, angleBetween, gripAt, onLevel, onUpright, twoFingers, type Grip, type ScreenPoint } from './grip';
import { add, sub, turned, type Vec } from './pose';
import type { Pose } from '../../wire/stacket';
import type { Workshop } from './workshop';

export interface PieceControl {
  /** The pose of the piece that may be moved now. */
  pose(): Pose | null;
  /** Moves it level, to be set on what is below if it follows that. */
  slide(pose: Pose): void;
  /** Raises or lowers it. */
  lift(pose: Pose): void;
  turn(angle: number): void;
  tilt(axis: Vec, angle: number): void;
}

interface Drag {
  grip: Grip | 'orbit';
  last: ScreenPoint;
  /** From the point taken to the piece's centre. */
  offset: Vec;
  /** How high the piece was: it is dragged along that level, also where it drops from an edge on the way. */
  height: number;
  angle: number;
}

const MOUSE_REACH = 13;
const TOUCH_REACH = 26;
const TURN_PER_WHEEL = Math.PI / 36;
const LIFT_PER_WHEEL = 0.03;

/** Listens on the canvas until the returned function is called. */
export function listen(canvas: HTMLCanvasElement, workshop: Workshop, hand: PieceControl): () => void {
  const { room } = workshop;
  const fingers = new Map<number, ScreenPoint>();
  let drag: Drag | null = null;

  const spotOf = (event: MouseEvent): ScreenPoint => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  function grasp(spot: ScreenPoint, event: PointerEvent): Drag {
    const pose = hand.pose();
    const reach = event.pointerType === 'mouse' ? MOUSE_REACH : TOUCH_REACH;
    const taken =
      pose &&
      gripAt(
        spot,
        reach,
        workshop.isOnHeld(spot),
        workshop.handles.arrowSpots(room),
        workshop.handles.ringSpots(room),
        workshop.handles.knobSpots(room),
      );
    if (!pose || !taken) return { grip: 'orbit', last: spot, offset: [0, 0, 0], height: 0, angle: 0 };
    const isTilt = taken === 'move' && (event.button === 2 || event.ctrlKey);
    const ray = room.ray(spot);
    const level = onLevel(ray, pose.at[1]);
    const offset: Vec =
      taken === 'lift' ? [0, pose.at[1] - onUpright(ray, pose.at), 0] : level ? sub(pose.at, level) : [0, 0, 0];
    return {
      grip: isTilt ? 'tilt' : taken,
      last: spot,
      offset,
      height: pose.at[1],
      angle: angleAround(ray, pose.at) ?? 0,
    };
  }

  function pull(now: Drag, spot: ScreenPoint): void {
    const [dx, dy] = [spot[0] - now.last[0], spot[1] - now.last[1]];
    const pose = hand.pose();
    const ray = room.ray(spot);
    if (now.grip === 'orbit' || !pose) {
      room.orbit(dx, dy);
      workshop.touch();
    } else if (now.grip === 'move') {
      // A level seen from its edge cannot be dragged along: then the piece follows the pointer sideways only.
      const level = onLevel(ray, now.height);
      if (level) hand.slide({ at: [level[0] + now.offset[0], pose.at[1], level[2] + now.offset[2]], turn: pose.turn });
    } else if (now.grip === 'lift') {
      const y = onUpright(ray, pose.at) + now.offset[1];
      hand.lift({ at: [pose.at[0], y, pose.at[2]], turn: pose.turn });
    } else if (now.grip === 'turn') {
      const angle = angleAround(ray, pose.at);
      if (angle !== null) {
        hand.turn(angleBetween(now.angle, angle));
        now.angle = angle;
      }
    } else {
      const right: Vec = [Math.cos(room.facing), 0, -Math.sin(room.facing)];
      if (dy !== 0) hand.tilt(right, dy * 0.01);
      if (dx !== 0) hand.turn(dx * 0.01);
    }
    now.last = spot;
  }

  function down(event: PointerEvent) {
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    const spot = spotOf(event);
    fingers.set(event.pointerId, spot);
    workshop.isSteady = true;
    if (fingers.size === 1) drag = grasp(spot, event);
  }

  function move(event: PointerEvent) {
    const before = fingers.get(event.pointerId);
    if (!before) return hover(event);
    const spot = spotOf(event);
    if (fingers.size === 2 && drag) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)![1];
      pinch(twoFingers([other, before], [other, spot]), drag);
      drag.last = spot;
      fingers.set(event.pointerId, spot);
      return;
    }
    fingers.set(event.pointerId, spot);
    if (drag && fingers.size === 1) pull(drag, spot);
  }

  /** Two fingers: on the held piece they twist and raise it, elsewhere they zoom and look around. */
  function pinch({ twist, spread, dx, dy }: ReturnType<typeof twoFingers>, now: Drag) {
    const pose = hand.pose();
    if (pose && now.grip !== 'orbit') {
      hand.turn(-twist);
      hand.lift({ at: add(pose.at, [0, -2 * dy * room.unitsPerPixel(pose.at), 0]), turn: pose.turn });
    } else {
      room.zoom(1 / spread);
      room.orbit(dx, dy);
      workshop.touch();
    }
  }

  function up(event: PointerEvent) {
    fingers.delete(event.pointerId);
    workshop.isSteady = fingers.size > 0;
    const [rest] = fingers.values();
    drag = rest ? { grip: 'orbit', last: rest, offset: [0, 0, 0], height: 0, angle: 0 } : null;
  }

  function hover(event: PointerEvent) {
    if (event.pointerType !== 'mouse') return;
    const { grip } = grasp(spotOf(event), event);
    canvas.style.cursor = { orbit: 'grab', move: 'move', lift: 'ns-resize', turn: 'ew-resize', tilt: 'move' }[grip];
  }

  function wheel(event: WheelEvent) {
    event.preventDefault();
    const by = Math.sign(event.deltaY || event.deltaX);
    const pose = hand.pose();
    if (pose && (event.shiftKey || workshop.isOnHeld(spotOf(event)))) {
      if (event.shiftKey) hand.turn(-by * TURN_PER_WHEEL);
      else hand.lift({ at: add(pose.at, [0, -by * LIFT_PER_WHEEL, 0]), turn: pose.turn });
    } else {
      room.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.0018));
      workshop.touch();
    }
  }

  const menu = (event: Event) => event.preventDefault();
  canvas.addEventListener('pointerdown', down);
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', up);
  canvas.addEventListener('wheel', wheel, { passive: false });
  canvas.addEventListener('contextmenu', menu);
  return () => {
    canvas.removeEventListener('pointerdown', down);
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerup', up);
    canvas.removeEventListener('pointercancel', up);
    canvas.removeEventListener('wheel', wheel);
    canvas.removeEventListener('contextmenu', menu);
  };
}

/** Turned about the vertical through its centre. */
export const yawed = (pose: Pose, angle: number) => turned(pose, [0, 1, 0], angle);

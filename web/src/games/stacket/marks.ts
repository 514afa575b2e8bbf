/** What is drawn upon the wood to explain it: outlines, contacts, the plumb line, and the handles of a held piece. */
import * as THREE from 'three';
import type { ScreenPoint } from './grip';
import type { Piece } from './pieces';
import type { Vec } from './pose';
import type { Surroundings } from './surroundings';
import type { Pose, Touch } from '../../wire/stacket';
import type { Wood } from './wood';

const OK = '#1f7a4d';
const REFUSED = '#c0261c';
const DOUBTFUL = '#dba400';
const PREVIOUS = '#c4500f';
const UNSEEN = '#8a7f70';
const RING_POINTS = 64;

/**
 * What is known of where a piece is held: whether it may be let go there, and whether that may still come to nothing;
 * nothing while it is asked.
 */
export type Prospect = 'ok' | 'doubtful' | 'refused' | null;

export function pose3(thing: THREE.Object3D, { at, turn }: Pose): void {
  thing.position.set(...at);
  thing.quaternion.set(...turn);
}

const flat = (color: string, more: THREE.MeshBasicMaterialParameters = {}) =>
  new THREE.MeshBasicMaterial({ color, toneMapped: false, ...more });

/** A line around a piece: its shape is masked out of a slightly larger one, so that only the rim is left. */
export class Outline {
  private readonly mask: THREE.Mesh;
  private readonly rim: THREE.Mesh;
  private readonly material: THREE.MeshBasicMaterial;

  constructor(scene: THREE.Scene, stencilRef: number, color = PREVIOUS) {
    const blind = {
      colorWrite: false,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -4,
    };
    const mark = { stencilWrite: true, stencilRef, stencilZPass: THREE.ReplaceStencilOp };
    this.material = flat(color, {
      side: THREE.BackSide,
      stencilWrite: true,
      stencilRef,
      stencilFunc: THREE.NotEqualStencilFunc,
    });
    this.mask = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial({ ...blind, ...mark }));
    this.rim = new THREE.Mesh(new THREE.BufferGeometry(), this.material);
    this.mask.renderOrder = 2;
    this.rim.renderOrder = 3;
    this.hide();
    scene.add(this.mask, this.rim);
  }

  show(wood: Wood, piece: Piece, pose: Pose): void {
    const { solid, shell } = wood.shapesOf(piece);
    this.mask.geometry = solid;
    this.rim.geometry = shell;
    this.mask.visible = this.rim.visible = true;
    pose3(this.mask, pose);
    pose3(this.rim, pose);
  }

  say(prospect: Prospect): void {
    this.material.color.set(prospect === null ? UNSEEN : { ok: OK, doubtful: DOUBTFUL, refused: REFUSED }[prospect]);
  }

  hide(): void {
    this.mask.visible = this.rim.visible = false;
  }
}

/** The places where pieces touch, shining through the wood: round and full where they are seen, hollow diamonds where nobody sees them. */
export class Contacts {
  private readonly group = new THREE.Group();
  private readonly disc = new THREE.CircleGeometry(0.034, 16);
  private readonly rim = new THREE.RingGeometry(0.034, 0.05, 20);
  private readonly diamond = new THREE.RingGeometry(0.038, 0.06, 4);
  private readonly diamondRim = new THREE.RingGeometry(0.06, 0.078, 4);
  private readonly seen = flat(OK, { depthTest: false, transparent: true, opacity: 0.92 });
  private readonly unseen = flat(UNSEEN, { depthTest: false, transparent: true, opacity: 0.9 });
  private readonly white = flat('#ffffff', { depthTest: false, transparent: true, opacity: 0.9 });

  constructor(scene: THREE.Scene) {
    this.group.renderOrder = 6;
    scene.add(this.group);
  }

  show(touches: readonly Touch[], camera: THREE.Camera): void {
    this.group.clear();
    for (const touch of touches) {
      for (const spot of touch.spots) {
        const dot = touch.seen ? new THREE.Mesh(this.disc, this.seen) : new THREE.Mesh(this.diamond, this.unseen);
        const rim = new THREE.Mesh(touch.seen ? this.rim : this.diamondRim, this.white);
        dot.renderOrder = rim.renderOrder = 6;
        const both = new THREE.Group();
        both.add(dot, rim);
        both.position.set(...spot.at);
        this.group.add(both);
      }
    }
    this.face(camera);
  }

  face(camera: THREE.Camera): void {
    for (const dot of this.group.children) dot.quaternion.copy(camera.quaternion);
  }

  dispose(): void {
    [this.disc, this.rim, this.diamond, this.diamondRim, this.seen, this.unseen, this.white].forEach((thing) =>
      thing.dispose(),
    );
  }
}

/** The handles of a held piece, its plumb line, and its foot on what is below. */
export class Handles {
  private readonly group = new THREE.Group();
  private readonly ring: THREE.Mesh;
  private readonly arrow = new THREE.Group();
  private readonly line: THREE.Line;
  private readonly foot: THREE.Mesh;
  private readonly materials: THREE.Material[];
  private centre: Vec = [0, 0, 0];
  private radius = 1;
  private reach = 1;

  constructor(scene: THREE.Scene) {
    const paint = flat('#ad4514', { depthTest: false, transparent: true, opacity: 0.88 });
    const soft = flat('#ad4514', { depthTest: false, transparent: true, opacity: 0.7 });
    const dash = new THREE.LineDashedMaterial({
      color: '#7c2e09',
      dashSize: 0.06,
      gapSize: 0.045,
      depthTest: false,
      transparent: true,
      opacity: 0.85,
    });
    this.materials = [paint, soft, dash];
    this.ring = new THREE.Mesh(new THREE.TorusGeometry(1, 0.018, 8, 96), soft);
    this.ring.rotation.x = Math.PI / 2;
    const cone = new THREE.ConeGeometry(0.075, 0.17, 20);
    const [up, down] = [new THREE.Mesh(cone, paint), new THREE.Mesh(cone, paint)];
    const stem = new THREE.Mesh(new THREE.CylinderGeometry(0.016, 0.016, 0.34), paint);
    up.position.y = 0.24;
    down.position.y = -0.1;
    down.rotation.x = Math.PI;
    stem.position.y = 0.07;
    this.arrow.add(up, down, stem);
    this.line = new THREE.Line(new THREE.BufferGeometry(), dash);
    this.foot = new THREE.Mesh(new THREE.RingGeometry(0.05, 0.075, 28), paint);
    this.foot.rotation.x = -Math.PI / 2;
    this.group.add(this.ring, this.arrow);
    [this.ring, up, down, stem, this.line, this.foot].forEach((thing) => (thing.renderOrder = 8));
    scene.add(this.group, this.line, this.foot);
    this.hide();
  }

  hide(): void {
    this.group.visible = this.line.visible = this.foot.visible = false;
  }

  /** Around a piece in a pose that reaches `top` above its centre of mass, which is `far` above what is below. */
  show(pose: Pose, radius: number, top: number, far: number, room: Surroundings): void {
    this.centre = pose.at;
    this.radius = radius + 0.22;
    this.reach = Math.max(0.8, Math.min(2, room.unitsPerPixel(pose.at) * 150));
    this.group.visible = true;
    this.group.position.set(...pose.at);
    this.ring.scale.set(this.radius, this.radius, this.reach);
    this.arrow.position.y = top + 0.08 + 0.19 * this.reach;
    this.arrow.scale.setScalar(this.reach);
    const [x, y, z] = pose.at;
    const low = y - far;
    this.line.geometry.setFromPoints([new THREE.Vector3(x, y, z), new THREE.Vector3(x, low, z)]);
    this.line.computeLineDistances();
    this.foot.position.set(x, low + 0.003, z);
    this.line.visible = this.foot.visible = true;
  }

  /** The arrow on the screen. */
  arrowSpots(room: Surroundings): ScreenPoint[] {
    const [x, y, z] = this.centre;
    const low = y + this.arrow.position.y;
    return [room.spot([x, low - 0.16 * this.reach, z]), room.spot([x, low + 0.32 * this.reach, z])];
  }

  /** The knobs of the ring on the screen, at its left and its right however one looks at it. */
  knobSpots(room: Surroundings): ScreenPoint[] {
    const [x, y, z] = this.centre;
    return [-this.radius, this.radius].map((far) =>
      room.spot([x + far * Math.cos(room.facing), y, z - far * Math.sin(room.facing)]),
    );
  }

  /** The ring on the screen. */
  ringSpots(room: Surroundings): ScreenPoint[] {
    const [x, y, z] = this.centre;
    return Array.from({ length: RING_POINTS + 1 }, (_, i) => {
      const angle = (i * 2 * Math.PI) / RING_POINTS;
      return room.spot([x + this.radius * Math.cos(angle), y, z + this.radius * Math.sin(angle)]);
    });
  }

  dispose(): void {
    this.materials.forEach((material) => material.dispose());
    this.line.geometry.dispose();
  }
}

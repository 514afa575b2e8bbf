/**
 * The structure in three dimensions. It draws when something has changed, and only then; what is shown is told from
 * outside, and what a hand does to the held piece is told back.
 */
import * as THREE from 'three';
import { siteOf, type Site } from './drop';
import { at, isGone, showing } from './film';
import { Contacts, Handles, Outline, pose3, type Prospect } from './marks';
import { pieceIn, topOf, type PieceSet } from './pieces';
import { between, type Vec } from './pose';
import { Surroundings } from './surroundings';
import type { Film, Pose, Standing, Touch } from '../../wire/stacket';
import { Wood } from './wood';

/** Where things are on the canvas, for labels beside them. */
export interface Labels {
  held: [number, number] | null;
  previous: [number, number] | null;
  /** What the ring of the held piece is taken by. */
  knobs: [number, number][];
  /** Whether something still moves, the look included. */
  moves: boolean;
}

/** How long nothing has moved before the picture is drawn as finely as it can be. */
const REST_MS = 160;

export class Workshop {
  readonly room: Surroundings;
  private readonly wood = new Wood();
  private readonly base: THREE.Mesh;
  private readonly meshes = new Map<number, THREE.Mesh>();
  private readonly outline: Outline;
  private readonly aura: Outline;
  private readonly ghostLine: Outline;
  private readonly contacts: Contacts;
  readonly handles: Handles;
  private readonly ghost = new THREE.Mesh(
    undefined,
    new THREE.MeshStandardMaterial({
      color: '#9cc9ea',
      emissive: '#1f5f8a',
      emissiveIntensity: 0.35,
      transparent: true,
      opacity: 0.62,
      depthWrite: false,
    }),
  );
  private touches: readonly Touch[] = [];
  private previous: number | null = null;
  /** The film at whose end everything lies as it fell. */
  private fallen: Film | null = null;
  private held: { piece: number; pose: Pose; isMine: boolean } | null = null;
  private frame = 0;
  private isDirty = true;
  private movedAt = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private tasks = new Set<(now: number) => boolean>();
  private isAlive = true;
  /** Counts the poses that a hand of somebody else was followed to. */
  private follows = 0;
  /** While a finger or the mouse moves the piece, the look stays where it is. */
  isSteady = false;
  site: Site;

  constructor(
    canvas: HTMLCanvasElement,
    readonly set: PieceSet,
    private readonly onlabels: (labels: Labels) => void,
    private readonly isStill: () => boolean,
  ) {
    this.room = new Surroundings(canvas);
    const { scene } = this.room;
    this.base = this.wood.meshOf(set.base, null);
    this.base.position.y = set.baseHeight;
    scene.add(this.base);
    this.outline = new Outline(scene, 1);
    this.aura = new Outline(scene, 2);
    this.ghostLine = new Outline(scene, 3, '#1f5f8a');
    this.contacts = new Contacts(scene);
    this.handles = new Handles(scene);
    this.site = siteOf(set, []);
    // A browser may take the picture away and give it back empty.
    canvas.addEventListener('webglcontextrestored', this.redraw);
  }

  private readonly redraw = () => this.touch();

  resize(width: number, height: number): void {
    this.room.resize(width, height);
    this.look(true);
    this.drawNow();
  }

  /** Draws at once: a canvas whose size has changed is empty until then, and the next frame would come too late. */
  private drawNow(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.isDirty = true;
    this.tick(performance.now());
  }

  /** Looks at the structure, and at the piece that is held above it, or at all that has fallen. */
  private look(isAtOnce: boolean): void {
    if (this.fallen) return this.lookAt(this.fallen, isAtOnce);
    const { min, max } = this.site;
    const around = (edge: Vec, way: 1 | -1, better: (...all: number[]) => number): Vec => {
      if (!this.held) return edge;
      const { piece, pose } = this.held;
      const { radius } = pieceIn(this.set, piece);
      return [
        better(edge[0], pose.at[0] + way * radius),
        way > 0 ? better(edge[1], pose.at[1] + radius + 0.3) : edge[1],
        better(edge[2], pose.at[2] + way * radius),
      ];
    };
    this.room.frame(around(min, -1, Math.min), around(max, 1, Math.max), isAtOnce || this.isStill());
  }

  /** Whether the held piece is at the edge of the picture, or out of it. */
  private isLeaving(at: Vec): boolean {
    const [x, y] = this.room.spot(at);
    const edge = Math.min(this.room.width, this.room.height) * 0.14;
    return x < edge || y < edge || x > this.room.width - edge || y > this.room.height - edge;
  }

  /** Looks at what has fallen too. */
  private lookAt(film: Film, isAtOnce = false): void {
    const ends = film.tracks.map((track) => ({
      at: at(track, Infinity).at,
      radius: pieceIn(this.set, track.piece).radius,
    }));
    const min = this.site.min.map((v, i) => Math.min(v, ...ends.map((end) => end.at[i]! - end.radius))) as Vec;
    const max = this.site.max.map((v, i) => Math.max(v, ...ends.map((end) => end.at[i]! + end.radius))) as Vec;
    this.room.frame([min[0], 0, min[2]], max, isAtOnce || this.isStill(), ends);
  }

  /** Draws again as soon as the browser can. */
  touch(): void {
    this.isDirty = true;
    if (this.frame || !this.isAlive) return;
    clearTimeout(this.rest);
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    this.frame = 0;
    if (!this.isAlive) return;
    for (const task of this.tasks) if (!task(now)) this.tasks.delete(task);
    const drifts = this.room.drift(this.movedAt ? now - this.movedAt : 16.7);
    const moves = drifts || this.tasks.size > 0;
    if (moves && this.movedAt) this.room.took(now - this.movedAt);
    this.movedAt = moves ? now : 0;
    if (moves) this.room.sharpen(false);
    if (this.isDirty || moves) {
      this.isDirty = false;
      this.contacts.face(this.room.camera);
      if (this.held?.isMine) this.showHandles();
      this.room.draw();
      this.label(moves);
    }
    if (moves) this.touch();
    else this.rest = setTimeout(() => this.room.sharpen(true) && this.drawNow(), REST_MS);
  }

  private label(moves: boolean): void {
    const last = this.previous === null ? undefined : this.meshes.get(this.previous);
    this.onlabels({
      held: this.held ? this.room.spot(this.held.pose.at) : null,
      previous: last ? this.room.spot(last.position.toArray()) : null,
      knobs: this.held?.isMine ? this.handles.knobSpots(this.room) : [],
      moves,
    });
  }

  private meshOf(piece: number): THREE.Mesh {
    let mesh = this.meshes.get(piece);
    if (!mesh) {
      mesh = this.wood.meshOf(pieceIn(this.set, piece), piece);
      this.meshes.set(piece, mesh);
    }
    if (!mesh.parent) this.room.scene.add(mesh);
    return mesh;
  }

  /** Puts the structure as it stands. */
  build(standing: readonly Standing[], site: Site, isAtOnce = false): void {
    for (const [piece, mesh] of this.meshes) {
      if (piece !== this.held?.piece && !standing.some((s) => s.piece === piece)) mesh.removeFromParent();
    }
    for (const { piece, pose } of standing) pose3(this.meshOf(piece), pose);
    this.fallen = null;
    for (const mesh of this.meshes.values()) mesh.visible = true;
    this.site = site;
    this.look(isAtOnce);
    this.touch();
  }

  /** Puts what stands and takes no part in a film where it is: whoever jumped here has not seen it come. */
  stand(standing: readonly Standing[], film: Film): void {
    for (const { piece, pose } of standing)
      if (!film.tracks.some((track) => track.piece === piece)) pose3(this.meshOf(piece), pose);
  }

  /** Marks the piece that was placed last and where pieces touch. */
  mark(previous: number | null, touches: readonly Touch[]): void {
    this.previous = previous;
    this.touches = touches;
    this.contacts.show(this.touches, this.room.camera);
    const mesh = previous === null ? undefined : this.meshes.get(previous);
    if (mesh?.parent && previous !== null) this.outline.show(this.wood, pieceIn(this.set, previous), poseOfMesh(mesh));
    else this.outline.hide();
    this.touch();
  }

  /** Holds a piece in a pose. */
  hold(piece: number | null, pose: Pose | null, isMine: boolean, prospect: Prospect): void {
    const before = this.held?.piece;
    if (before !== undefined && before !== piece && !this.site.blocks.some((block) => block.piece === before))
      this.meshes.get(before)?.removeFromParent();
    if (piece === null || !pose) {
      this.held = null;
      this.aura.hide();
      this.handles.hide();
      return this.touch();
    }
    this.held = { piece, pose, isMine };
    if (before !== piece || (isMine && !this.isSteady && this.isLeaving(pose.at))) this.look(false);
    pose3(this.meshOf(piece), pose);
    if (isMine) {
      this.aura.show(this.wood, pieceIn(this.set, piece), pose);
      this.aura.say(prospect);
    } else {
      this.aura.hide();
      this.handles.hide();
    }
    this.touch();
  }

  /** Where a piece is held now. */
  heldAt(piece: number): Pose | null {
    const mesh = this.held?.piece === piece ? this.meshes.get(piece) : undefined;
    return mesh ? poseOfMesh(mesh) : null;
  }

  /** Follows the hand of somebody else to its next pose. */
  follow(piece: number, pose: Pose, ms: number): void {
    const from = this.heldAt(piece);
    if (!from || this.held!.isMine) return;
    this.held = { piece, pose, isMine: false };
    if (this.isLeaving(pose.at)) this.look(false);
    const mine = ++this.follows;
    const mesh = this.meshOf(piece);
    void this.animate(
      ms,
      (part) => mine === this.follows && this.held?.piece === piece && pose3(mesh, between(from, pose, part)),
    );
  }

  private showHandles(): void {
    const { piece, pose } = this.held!;
    const shape = pieceIn(this.set, piece);
    this.handles.show(pose, shape.radius, topOf(shape, pose) - pose.at[1], this.plumb(pose), this.room);
  }

  /** How far it is from a piece's centre of mass straight down to wood or table. */
  plumb(pose: Pose): number {
    const ray = new THREE.Raycaster(new THREE.Vector3(...pose.at), new THREE.Vector3(0, -1, 0));
    const wood = [this.base, ...this.meshes.values()].filter(
      (mesh) => mesh.parent && mesh !== this.meshes.get(this.held?.piece ?? -1),
    );
    return ray.intersectObjects(wood, false)[0]?.distance ?? pose.at[1];
  }

  /** Whether a point of the canvas shows the held piece. */
  isOnHeld(spot: [number, number]): boolean {
    const mesh = this.held && this.meshes.get(this.held.piece);
    if (!mesh) return false;
    const { from, along } = this.room.ray(spot);
    return (
      new THREE.Raycaster(new THREE.Vector3(...from), new THREE.Vector3(...along)).intersectObject(mesh, false).length >
      0
    );
  }

  /** Shows where a suggestion would put the held piece. */
  suggest(piece: number | null, pose: Pose | null): void {
    this.ghost.removeFromParent();
    this.ghostLine.hide();
    if (piece !== null && pose) {
      const shape = pieceIn(this.set, piece);
      this.ghost.geometry = this.wood.shapesOf(shape).solid;
      pose3(this.ghost, pose);
      this.room.scene.add(this.ghost);
      this.ghostLine.show(this.wood, shape, pose);
    }
    this.touch();
  }

  /** Moves a piece from one pose to another; resolves when it is there. */
  carry(piece: number, from: Pose, to: Pose, ms: number): Promise<void> {
    const mesh = this.meshOf(piece);
    this.outline.hide();
    return this.animate(ms, (part) =>
      pose3(mesh, between(from, to, part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) ** 2)),
    );
  }

  /** Shows what was simulated; resolves when it has been seen. */
  play(film: Film, hasFall: boolean, slowness: number): Promise<void> {
    const run = showing(film, hasFall, slowness);
    if (hasFall) this.lookAt(film);
    this.outline.hide();
    this.contacts.show([], this.room.camera);
    return this.animate(run.lengthMs, (part) => this.pose(film, run.simulated(part * run.lengthMs), hasFall));
  }

  /** The end of a film at once. */
  end(film: Film, hasFall: boolean): void {
    this.pose(film, Infinity, hasFall);
    this.fallen = hasFall ? film : null;
    if (hasFall) this.lookAt(film);
    this.touch();
  }

  /** Puts every piece where it is at a time; what has fallen stays where it lies. */
  private pose(film: Film, ms: number, hasFall: boolean): void {
    for (const track of film.tracks) {
      const mesh = this.meshOf(track.piece);
      pose3(mesh, at(track, ms));
      mesh.visible = hasFall || !isGone(track, ms);
    }
  }

  private animate(ms: number, show: (part: number) => unknown): Promise<void> {
    return new Promise((done) => {
      let from: number | null = null;
      this.tasks.add((now) => {
        from ??= now;
        const part = ms > 0 ? Math.min(1, (now - from) / ms) : 1;
        show(part);
        if (part >= 1) done();
        return part < 1;
      });
      this.touch();
    });
  }

  /** Ends whatever moves. */
  still(): void {
    for (const task of this.tasks) task(Infinity);
    this.tasks.clear();
    for (const mesh of this.meshes.values()) mesh.visible = true;
  }

  dispose(): void {
    this.isAlive = false;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.still();
    this.room.canvas.removeEventListener('webglcontextrestored', this.redraw);
    this.ghost.material.dispose();
    this.contacts.dispose();
    this.handles.dispose();
    this.wood.dispose();
    this.room.dispose();
  }
}

function poseOfMesh(mesh: THREE.Mesh): Pose {
  const { x, y, z, w } = mesh.quaternion;
  return { at: mesh.position.toArray(), turn: [x, y, z, w] };
}

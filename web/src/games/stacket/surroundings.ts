/** The workshop around the structure: light, bench, camera. The camera turns about a point above the base. */
import * as THREE from 'three';
import type { Ray, ScreenPoint } from './grip';
import type { Vec } from './pose';
import { planks } from './wood';

const UP = new THREE.Vector3(0, 1, 0);
const PITCH = [0.06, 1.45] as const;
const NEAREST = 2.6;
const FARTHEST = 16;
/** How finely is drawn while things move, from the best: where frames come slowly, coarser. */
const GRAINS = [1, 0.7, 0.5] as const;
/** A frame that took longer than this, in milliseconds, was slow; so many in a row make the picture coarser. */
const SLOW_MS = 42;
const SLOW_FRAMES = 5;
/** How much of the look is left to go after a frame of a sixtieth of a second. */
const LAG = 0.86;
/** How much of the picture is for what lies around: the rest is below buttons and names. */
const CLEAR = 0.86;

/** Something round that is to be seen. */
export interface Ball {
  at: Vec;
  radius: number;
}

export class Surroundings {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(34, 1, 0.1, 60);
  readonly renderer: THREE.WebGLRenderer;
  private readonly sun = new THREE.DirectionalLight('#fff4e2', 2.0);
  private yaw = 0.55;
  private pitch = 0.42;
  private far = 8;
  private away = 8;
  private focus = new THREE.Vector3(0, 0.7, 0);
  private wanted = this.focus.clone();
  /** How broad and how high what is looked at is. */
  private size: [number, number] = [3, 1];
  /** What lies around it and is to be seen too. */
  private around: readonly Ball[] = [];
  /** Whether the person has chosen the distance. */
  private isZoomed = false;
  width = 1;
  height = 1;
  private grain = 0;
  private isFine = true;
  private slow = 0;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({
      canvas,
      antialias: true,
      alpha: true,
      stencil: true,
      powerPreference: 'low-power',
    });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.renderer.toneMappingExposure = 0.92;
    // In dark surroundings it is evening in the workshop: one warm lamp over the bench.
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    this.scene.add(
      new THREE.HemisphereLight(isDark ? '#ffe2bd' : '#fffefb', isDark ? '#4a3320' : '#eadac0', isDark ? 0.75 : 2.15),
    );
    if (isDark) this.sun.color.set('#ffd9a3');
    this.sun.position.set(-3.4, 7.5, 4.2);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 7;
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.012;
    Object.assign(this.sun.shadow.camera, { left: -5, right: 5, top: 6, bottom: -4, near: 1, far: 20 });
    const fill = new THREE.DirectionalLight('#dfe9ff', isDark ? 0.3 : 0.55);
    fill.position.set(5, 3, -4);
    this.scene.add(this.sun, fill, bench());
    this.place();
  }

  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.width = width;
    this.height = height;
    this.renderer.setSize(width, height, false);
    this.sharpen(this.isFine);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  /** Notes how long a frame of a movement took. */
  took(ms: number): void {
    this.slow = ms > SLOW_MS ? this.slow + 1 : 0;
    if (this.slow < SLOW_FRAMES || this.grain >= GRAINS.length - 1) return;
    this.slow = 0;
    this.grain += 1;
    this.sharpen(false);
  }

  /** Draws as finely as the screen can show, or as finely as frames come quickly; whether that changed. */
  sharpen(isFine: boolean): boolean {
    const ratio = Math.min(devicePixelRatio, 2) * (isFine ? 1 : (GRAINS[this.grain] ?? 1));
    this.isFine = isFine;
    if (this.renderer.getPixelRatio() === ratio) return false;
    this.renderer.setPixelRatio(ratio);
    return true;
  }

  /** Which way the person looks, as an angle about the vertical. */
  get facing(): number {
    return this.yaw;
  }

  orbit(dx: number, dy: number): void {
    this.yaw -= dx * 0.008;
    this.pitch = Math.min(PITCH[1], Math.max(PITCH[0], this.pitch + dy * 0.006));
    this.fit();
    this.place();
  }

  zoom(by: number): void {
    this.isZoomed = true;
    this.far = this.away = Math.min(FARTHEST, Math.max(NEAREST, this.far * by));
    this.place();
  }

  /** Looks at what stands between two corners, and at what lies around; keeps the distance a person has chosen. */
  frame(min: Vec, max: Vec, isAtOnce: boolean, around: readonly Ball[] = []): void {
    this.around = around;
    this.wanted.set((min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2);
    this.size = [Math.max(max[0] - min[0], max[2] - min[2]), max[1] - min[1]];
    this.fit();
    if (isAtOnce) {
      this.focus.copy(this.wanted);
      this.far = this.away;
    }
    this.place();
  }

  /** The distance that shows all of it, unless a person has chosen one. From above, its depth is seen as well. */
  private fit(): void {
    if (this.isZoomed) return;
    const [broad, high] = this.size;
    const tall = Math.max(1.4, high) * Math.cos(this.pitch) + Math.max(1.35, broad * Math.sin(this.pitch) + 0.2);
    const wide = broad * 1.12 + 0.5;
    const half = Math.tan((this.camera.fov * Math.PI) / 360);
    const needed = this.around.map((ball) => this.distanceFor(ball, half));
    this.away = Math.min(
      FARTHEST,
      Math.max(tall / (2 * half) + 1, wide / (2 * half * this.camera.aspect) + 1, ...needed),
    );
  }

  /** From how far a ball is seen whole, where half the picture is `half` high at a distance of 1. */
  private distanceFor({ at, radius }: Ball, half: number): number {
    const { x, y, z } = new THREE.Vector3(...at).sub(this.wanted).applyAxisAngle(UP, -this.yaw);
    const [sin, cos] = [Math.sin(this.pitch), Math.cos(this.pitch)];
    const [aside, above, nearer] = [Math.abs(x) + radius, Math.abs(y * cos - z * sin) + radius, y * sin + z * cos];
    return Math.max(aside / this.camera.aspect, above) / (half * CLEAR) + nearer;
  }

  /** Moves the look on by so many milliseconds; whether there is more to come. */
  drift(ms: number): boolean {
    if (this.focus.distanceTo(this.wanted) < 0.004 && Math.abs(this.away - this.far) < 0.01) return false;
    const part = 1 - LAG ** Math.min(6, ms / 16.7);
    this.focus.lerp(this.wanted, part);
    this.far += (this.away - this.far) * part;
    this.place();
    return true;
  }

  private place(): void {
    const flat = this.far * Math.cos(this.pitch);
    this.camera.position
      .set(flat * Math.sin(this.yaw), this.far * Math.sin(this.pitch), flat * Math.cos(this.yaw))
      .add(this.focus);
    this.camera.position.y = Math.max(0.12, this.camera.position.y);
    this.camera.lookAt(this.focus);
    this.camera.updateMatrixWorld();
  }

  /** Where a point is on the canvas, in CSS pixels. */
  spot(at: Vec): ScreenPoint {
    const v = new THREE.Vector3(...at).project(this.camera);
    return [((v.x + 1) / 2) * this.width, ((1 - v.y) / 2) * this.height];
  }

  /** The ray under a point of the canvas. */
  ray([x, y]: ScreenPoint): Ray {
    const to = new THREE.Vector3((x / this.width) * 2 - 1, 1 - (y / this.height) * 2, 0.5).unproject(this.camera);
    const along = to.sub(this.camera.position).normalize();
    return { from: this.camera.position.toArray(), along: along.toArray() };
  }

  /** How many units a pixel is at a point. */
  unitsPerPixel(at: Vec): number {
    const far = this.camera.position.distanceTo(new THREE.Vector3(...at));
    return (2 * far * Math.tan((this.camera.fov * Math.PI) / 360)) / this.height;
  }

  draw(): void {
    this.renderer.render(this.scene, this.camera);
  }

  dispose(): void {
    this.scene.traverse((thing) => {
      if (thing instanceof THREE.Mesh) (thing as THREE.Mesh).geometry.dispose();
    });
    this.sun.shadow.map?.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}

/** The top of the bench: broad planks that fade into the light at the edges. */
function bench(): THREE.Mesh {
  const map = planks();
  map.repeat.set(2.5, 2.5);
  const fade = document.createElement('canvas');
  fade.width = fade.height = 256;
  const context = fade.getContext('2d')!;
  const glow = context.createRadialGradient(128, 128, 20, 128, 128, 127);
  glow.addColorStop(0, '#fff');
  glow.addColorStop(0.45, '#ddd');
  glow.addColorStop(1, '#000');
  context.fillStyle = glow;
  context.fillRect(0, 0, 256, 256);
  const material = new THREE.MeshStandardMaterial({
    map,
    color: '#ffffff',
    alphaMap: new THREE.CanvasTexture(fade),
    transparent: true,
    roughness: 0.8,
  });
  const top = new THREE.Mesh(new THREE.CircleGeometry(11, 64), material);
  top.rotation.x = -Math.PI / 2;
  top.rotation.z = 0.3;
  top.position.y = -0.002;
  top.receiveShadow = true;
  top.renderOrder = -1;
  return top;
}

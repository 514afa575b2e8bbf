/** Wood made in code: grain painted on canvases, and pieces as meshes with the grain along their longest side. */
import * as THREE from 'three';
import { creases, faceNormal, type Piece } from './pieces';
import { length, unit, type Vec } from './pose';

/** The tones of one light wood, as it differs from board to board. */
const TONES = ['#ffffff', '#fbeedb', '#fff4e4', '#f4dfc2', '#fff9ef', '#eed3b2', '#fae6d2', '#f6e6c8'];
const BASE_TONE = '#b38c74';

/** Noise that repeats every `period` cells. */
function noise(seed: number): (x: number, y: number, px: number, py: number) => number {
  const value = (x: number, y: number) => {
    let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ seed;
    h = Math.imul(h ^ (h >>> 13), 1274126177);
    return ((h ^ (h >>> 16)) >>> 0) / 4294967295;
  };
  const ease = (t: number) => t * t * (3 - 2 * t);
  return (x, y, px, py) => {
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [ease(x - x0), ease(y - y0)];
    const at = (i: number, j: number) => value((((x0 + i) % px) + px) % px, (((y0 + j) % py) + py) % py);
    const low = at(0, 0) + (at(1, 0) - at(0, 0)) * fx;
    return low + (at(0, 1) + (at(1, 1) - at(0, 1)) * fx - low) * fy;
  };
}

function painted(size: number, shade: (u: number, v: number) => Vec): THREE.CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d')!;
  const image = context.createImageData(size, size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [r, g, b] = shade(x / size, y / size);
      image.data.set([r, g, b, 255], (y * size + x) * 4);
    }
  }
  context.putImageData(image, 0, 0);
  const texture = new THREE.CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

const mix = (a: Vec, b: Vec, part: number): Vec => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
];
const LIGHT: Vec = [246, 226, 192];
const DARK: Vec = [217, 181, 134];
const PALE: Vec = [250, 243, 230];
const DIM: Vec = [222, 203, 172];

/** Boards cut along the trunk; the grain runs along u. */
export function longGrain(size = 512): THREE.CanvasTexture {
  const [broad, fine, pores] = [noise(7), noise(23), noise(91)];
  return painted(size, (u, v) => {
    const warp = broad(u * 2, v * 4, 2, 4) * 0.5 + broad(u * 4, v * 8, 4, 8) * 0.2;
    const ring = 0.5 + 0.5 * Math.sin(2 * Math.PI * (v * 9 + warp * 3));
    const streak = fine(u * 6, v * 160, 6, 160);
    const pore = pores(u * 26, v * 256, 26, 256) > 0.86 ? 0.22 : 0;
    return mix(LIGHT, DARK, Math.min(1, 0.12 + 0.42 * ring ** 3 + 0.26 * streak + pore * ring));
  });
}

/** The top of a bench: planks side by side, each of its own tone, with narrow joints between them. */
export function planks(size = 1024, count = 6): THREE.CanvasTexture {
  const [broad, fine, tone] = [noise(11), noise(29), noise(53)];
  return painted(size, (u, v) => {
    const plank = Math.floor(v * count);
    const across = v * count - plank;
    const shift = tone(plank, 3, count, 8);
    const grain =
      0.5 + 0.5 * Math.sin(2 * Math.PI * (across * 3 + 1.6 * broad(u * 3 + shift * 3, v * count * 2, 3, count * 2)));
    const streak = fine(u * 8, v * 220, 8, 220);
    const joint = Math.min(across, 1 - across) < 0.012 ? 0.55 : 0;
    return mix(PALE, DIM, Math.min(1, 0.05 + 0.34 * shift + 0.22 * grain ** 3 + 0.24 * streak + joint));
  });
}

/** The ends of the boards: rings around a heart outside the picture. */
function endGrain(size = 256): THREE.CanvasTexture {
  const [broad, fine] = [noise(5), noise(37)];
  return painted(size, (u, v) => {
    const far = Math.hypot(u - 0.5, v - 1.6) + 0.03 * broad(u * 5, v * 5, 5, 5);
    const ring = 0.5 + 0.5 * Math.sin(2 * Math.PI * far * 15);
    return mix(LIGHT, DARK, Math.min(1, 0.38 + 0.34 * ring ** 2 + 0.2 * fine(u * 90, v * 90, 90, 90)));
  });
}

/** What pieces are made of; one set serves a whole table. */
export class Wood {
  private readonly side = longGrain();
  private readonly end = endGrain();
  private readonly shapes = new Map<
    Piece,
    { solid: THREE.BufferGeometry; lines: THREE.BufferGeometry; shell: THREE.BufferGeometry }
  >();
  private readonly materials = new Map<string, THREE.MeshStandardMaterial[]>();
  private readonly line = new THREE.LineBasicMaterial({ color: '#6b4a24', transparent: true, opacity: 0.34 });

  shapesOf(piece: Piece) {
    let made = this.shapes.get(piece);
    if (!made) {
      made = { solid: solidOf(piece), lines: linesOf(piece), shell: shellOf(piece) };
      this.shapes.set(piece, made);
    }
    return made;
  }

  /** A piece to be put into a scene; the base is of darker wood. */
  meshOf(piece: Piece, id: number | null): THREE.Mesh {
    const { solid, lines } = this.shapesOf(piece);
    const tone = id === null ? BASE_TONE : TONES[(id * 5 + 3) % TONES.length]!;
    const mesh = new THREE.Mesh(solid, this.materialOf(tone));
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.add(new THREE.LineSegments(lines, this.line));
    return mesh;
  }

  private materialOf(tone: string): THREE.MeshStandardMaterial[] {
    let made = this.materials.get(tone);
    if (!made) {
      const of = (map: THREE.Texture) =>
        new THREE.MeshStandardMaterial({ map, color: tone, roughness: 0.62, metalness: 0 });
      made = [of(this.side), of(this.end)];
      this.materials.set(tone, made);
    }
    return made;
  }

  dispose(): void {
    for (const { solid, lines, shell } of this.shapes.values())
      [solid, lines, shell].forEach((shape) => shape.dispose());
    for (const both of this.materials.values()) both.forEach((material) => material.dispose());
    [this.side, this.end, this.line].forEach((thing) => thing.dispose());
  }
}

function solidOf(piece: Piece): THREE.BufferGeometry {
  const grain = piece.size.indexOf(Math.max(...piece.size)) as 0 | 1 | 2;
  const sides: number[][] = [[], []];
  for (const hull of piece.hulls) {
    hull.faces.forEach((face, f) => {
      const flat = faceNormal(hull, face);
      const round = hull.round && hull.round.faces.has(f) ? hull.round : null;
      const isEnd = !round && Math.abs(flat[grain]) > 0.8;
      const main = [0, 1, 2].reduce((best, i) => (Math.abs(flat[i]!) > Math.abs(flat[best]!) ? i : best), 0);
      const others = [0, 1, 2].filter((i) => i !== main);
      const [u, v] = isEnd ? others : others[0] === grain ? [others[0], others[1]] : [others[1], others[0]];
      const middle = Math.atan2(flat[2], flat[0]);
      const corner = (i: number) => {
        const p = hull.points[i]!;
        const out: Vec = round ? [p[0] - round.at[0], 0, p[2] - round.at[2]] : flat;
        // Around a cylinder the picture is wound; the face's own angle keeps its corners on one side of the seam.
        const wound = round
          ? length(out) *
            (middle +
              Math.atan2(
                out[2] * Math.cos(middle) - out[0] * Math.sin(middle),
                out[0] * Math.cos(middle) + out[2] * Math.sin(middle),
              ))
          : 0;
        const [along, across] = round ? (grain === 1 ? [p[1], wound] : [wound, p[1]]) : [p[u!]!, p[v!]!];
        sides[isEnd ? 1 : 0]!.push(
          ...p,
          ...unit(out),
          along * 0.42 + piece.volume * 7.3,
          across * 0.42 + piece.radius * 3.1,
        );
      };
      for (let i = 2; i < face.length; i++) [face[0]!, face[i - 1]!, face[i]!].forEach(corner);
    });
  }
  const geometry = new THREE.BufferGeometry();
  const all = new THREE.InterleavedBuffer(new Float32Array(sides.flat()), 8);
  geometry.setAttribute('position', new THREE.InterleavedBufferAttribute(all, 3, 0));
  geometry.setAttribute('normal', new THREE.InterleavedBufferAttribute(all, 3, 3));
  geometry.setAttribute('uv', new THREE.InterleavedBufferAttribute(all, 2, 6));
  geometry.addGroup(0, sides[0]!.length / 8, 0);
  geometry.addGroup(sides[0]!.length / 8, sides[1]!.length / 8, 1);
  return geometry;
}

function linesOf(piece: Piece): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(creases(piece).flat(2), 3));
  return geometry;
}

/** The piece a little larger, drawn from inside as its outline. */
function shellOf(piece: Piece): THREE.BufferGeometry {
  const grow = 0.022;
  const points: number[] = [];
  for (const hull of piece.hulls) {
    const normals = hull.points.map((_, i) =>
      hull.faces.filter((face) => face.includes(i)).map((face) => faceNormal(hull, face)),
    );
    const grown = hull.points.map((p, i): Vec => {
      const sum = normals[i]!.reduce<Vec>((all, n) => [all[0] + n[0], all[1] + n[1], all[2] + n[2]], [0, 0, 0]);
      const out = unit(sum);
      const by = (grow * 1.5) / Math.max(0.6, length(sum) / normals[i]!.length);
      return [p[0] + out[0] * by, p[1] + out[1] * by, p[2] + out[2] * by];
    });
    for (const face of hull.faces)
      for (let i = 2; i < face.length; i++)
        points.push(...grown[face[0]!]!, ...grown[face[i - 1]!]!, ...grown[face[i]!]!);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
  return geometry;
}

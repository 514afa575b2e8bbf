/** Small pictures of the pieces, drawn once for a box of pieces. */
import * as THREE from 'three';
import type { PieceSet } from './pieces';
import { Wood } from './wood';

const SIZE = 144;
const known = new WeakMap<PieceSet, string[]>();

/** A picture of each piece as it lies in the box, as addresses of images. */
export function thumbsOf(set: PieceSet): string[] {
  const before = known.get(set);
  if (before) return before;
  const renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  renderer.setSize(SIZE, SIZE, false);
  renderer.toneMapping = THREE.NeutralToneMapping;
  renderer.toneMappingExposure = 0.95;
  const scene = new THREE.Scene();
  scene.add(new THREE.HemisphereLight('#fffaf0', '#c9a878', 1.7));
  const sun = new THREE.DirectionalLight('#fff3dc', 2.2);
  sun.position.set(-2, 5, 4);
  scene.add(sun);
  const camera = new THREE.PerspectiveCamera(24, 1, 0.1, 20);
  const wood = new Wood();
  const pictures = set.pieces.map((piece, id) => {
    const mesh = wood.meshOf(piece, id);
    scene.add(mesh);
    const far = piece.radius / Math.sin((12 * Math.PI) / 180) + 0.05;
    camera.position.set(0.55, 0.48, 0.85).setLength(far);
    camera.lookAt(0, 0, 0);
    renderer.render(scene, camera);
    mesh.removeFromParent();
    return renderer.domElement.toDataURL('image/png');
  });
  wood.dispose();
  renderer.dispose();
  renderer.forceContextLoss();
  known.set(set, pictures);
  return pictures;
}

import { boxOf, eyeDistanceOf, poseOf } from '@countersign/face-geometry';
import type { FoundFace, FoundFaces, Mesh, Vertex } from '@countersign/identity-engine';

/**
 * Positions on a head of the mesh vertices that the engine uses. The eyes are 2 apart, y goes down, z away from the
 * camera.
 */
// oxfmt-ignore
const HEAD: Readonly<Record<number, readonly [number, number, number]>> = {
  33: [-1, 0, 0.25], 263: [1, 0, 0.25], 133: [-0.38, 0.02, 0.1], 362: [0.38, 0.02, 0.1],
  168: [0, -0.1, -0.1], 6: [0, 0.1, -0.18], 197: [0, 0.3, -0.3], 195: [0, 0.45, -0.42], 5: [0, 0.6, -0.5], 4: [0, 0.75, -0.55],
  1: [0, 0.85, -0.52], 2: [0, 1, -0.35], 98: [-0.3, 0.9, -0.15], 327: [0.3, 0.9, -0.15], 129: [-0.33, 0.8, -0.1], 358: [0.33, 0.8, -0.1],
  10: [0, -1.4, 0.1], 151: [0, -1.1, 0], 9: [0, -0.6, -0.1], 108: [-0.35, -0.85, 0], 337: [0.35, -0.85, 0], 67: [-0.6, -1.2, 0.2], 297: [0.6, -1.2, 0.2],
  127: [-1.5, 0.1, 1.1], 356: [1.5, 0.1, 1.1], 234: [-1.5, 0.3, 1.1], 454: [1.5, 0.3, 1.1],
  50: [-1, 0.7, 0.15], 280: [1, 0.7, 0.15], 117: [-0.9, 0.4, 0.1], 346: [0.9, 0.4, 0.1], 205: [-0.85, 0.95, 0.1], 425: [0.85, 0.95, 0.1],
  152: [0, 2.4, 0.1], 13: [0, 1.5, -0.3], 14: [0, 1.5, -0.3], 78: [-0.5, 1.55, -0.1], 308: [0.5, 1.55, -0.1],
};
const LOWER_LIP = 14;

export interface View {
  /** Degrees, as the engine measures them. */
  readonly yaw?: number;
  readonly pitch?: number;
  /** How far the mouth is open, relative to the height of the face. */
  readonly mouth?: number;
  /** Whether it is a photograph, with all vertices in one plane. */
  readonly flat?: boolean;
  readonly x?: number;
  readonly y?: number;
  readonly size?: number;
}

const CAMERA = 12;
/** The engine's mesh is flatter than a real head, so it measures smaller angles. This factor corrects them. */
const FORESHORTENED = 1.5;
const angleFor = (degrees: number): number => Math.atan(FORESHORTENED * Math.tan((degrees * Math.PI) / 180));
const FACE_HEIGHT = 3.8;

/** A head as a camera sees it, in perspective. */
export function headSeen({
  yaw = 0,
  pitch = 0,
  mouth = 0,
  flat = false,
  x = 320,
  y = 220,
  size = 60,
}: View = {}): Mesh {
  const [turn, nod] = [angleFor(yaw), angleFor(pitch)];
  const seen = (index: number): Vertex => {
    const [px, py, pz] = HEAD[index] ?? [0, 0.5, 0];
    const [hx, hy, hz] = [px, py + (index === LOWER_LIP ? mouth * FACE_HEIGHT : 0), flat ? 0 : pz];
    const [tx, tz] = [hx * Math.cos(turn) - hz * Math.sin(turn), hx * Math.sin(turn) + hz * Math.cos(turn)];
    const [ny, nz] = [hy * Math.cos(nod) + tz * Math.sin(nod), tz * Math.cos(nod) - hy * Math.sin(nod)];
    const scale = (size * CAMERA) / (CAMERA + nz);
    return { x: x + tx * scale, y: y + ny * scale, z: (nz * size) / FORESHORTENED };
  };
  return Array.from({ length: 468 }, (_, index) => seen(index));
}

export function faceSeen(view: View = {}, light: Partial<FoundFace['light']> = {}): FoundFace {
  const mesh = headSeen(view);
  return {
    mesh,
    box: boxOf(mesh),
    pose: poseOf(mesh),
    eyeDistance: eyeDistanceOf(mesh),
    confidence: 1,
    light: { sharpness: 0.2, brightness: 0.5, contrast: 0.15, shading: 0.7, ...light },
  };
}

export const frameOf = (faces: readonly FoundFace[], fingerprint: string): FoundFaces => ({
  width: 640,
  height: 480,
  faces,
  fingerprint,
});

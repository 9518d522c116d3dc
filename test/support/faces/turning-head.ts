import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { FoundFace, Mesh, Vertex } from '@countersign/identity-engine';

/** The triangles of the mesh, three vertices each, read from the sources of the package that the mesh comes from. */
const TRIANGLES = trianglesOf(
  readFileSync('node_modules/@vladmandic/human/src/face/facemeshcoords.ts', 'utf8').match(
    /TRI468[^[]*\[\]\s*=\s*\[([\d,\s]+)\]/,
  )?.[1] ?? '',
);
// oxfmt-ignore
const SILHOUETTE = [10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109];
// oxfmt-ignore
const UPPER_LIP = new Set([61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 72, 73, 74, 184, 11, 302, 303, 304, 408, 12, 41, 42, 183, 38, 268, 271, 272, 407, 76, 62, 306, 292]);
const INNER_LIPS = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95];
/** How far around the face the picture moves with it, relative to the face, so that the hair moves too. */
const HAIR = 1.6;
/** Stretches the depth of the mesh, which is flatter than a head. */
const DEPTH = 1.5;
const INSIDE_OF_MOUTH = [45, 18, 20];

export interface HeadView {
  readonly yaw?: number;
  readonly pitch?: number;
  readonly mouth?: number;
  readonly x?: number;
  readonly y?: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The degrees by which a photograph must turn so that the engine recognises a turn. */
const TURN = 28;

/**
 * The views of a person who follows these instructions. If the photograph is already turned, it is straightened first.
 */
export function viewsFor(steps: readonly string[], { pose }: FoundFace): HeadView[] {
  const yaw = -1.4 * pose.yaw;
  const views: Readonly<Record<string, HeadView>> = {
    turn_left: { yaw: yaw + TURN },
    turn_right: { yaw: yaw - TURN },
    look_up: { yaw, pitch: 24 },
    open_mouth: { yaw, mouth: 0.15 },
  };
  return steps.flatMap((step) => {
    const view = views[step];
    return view ? [view, { ...view, x: 2 }, { yaw }] : [{ yaw }, { yaw, x: 1 }];
  });
}

export async function film(photo: Buffer, face: FoundFace, views: readonly HeadView[]): Promise<Buffer[]> {
  const head = await TurningHead.of(photo, face.mesh);
  return Promise.all(views.map((view, seed) => head.frame(view, seed + 1)));
}

/** Animates one photograph: turns, nods and opens the mouth, as a camera would see the person. */
export class TurningHead {
  private constructor(
    private readonly pixels: Buffer,
    private readonly width: number,
    private readonly height: number,
    private readonly mesh: Mesh,
  ) {}

  static async of(photo: Buffer, mesh: Mesh): Promise<TurningHead> {
    const { data, info } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return new TurningHead(data, info.width, info.height, mesh);
  }

  /** `seed` varies the noise of the camera, so that two frames are never the same. */
  async frame(view: HeadView, seed = 1): Promise<Buffer> {
    const out = Buffer.from(this.pixels);
    const canvas = { pixels: out, width: this.width, height: this.height };
    const fill = (from: readonly Point[], to: readonly Point[]): void => paint(canvas, to, this.pixels, from);
    const moved = this.#moved(view);
    const centre = middle(this.mesh);
    const ring = SILHOUETTE.map((index) => this.mesh[index]!).map(({ x, y }) => ({
      x: centre.x + HAIR * (x - centre.x),
      y: centre.y + HAIR * (y - centre.y),
    }));
    SILHOUETTE.forEach((index, at) => {
      const [next, after] = [SILHOUETTE[(at + 1) % SILHOUETTE.length]!, (at + 1) % SILHOUETTE.length];
      fill([this.mesh[index]!, this.mesh[next]!, ring[at]!], [moved[index]!, moved[next]!, ring[at]!]);
      fill([this.mesh[next]!, ring[after]!, ring[at]!], [moved[next]!, ring[after]!, ring[at]!]);
    });
    const lips = INNER_LIPS.map((index) => moved[index]!);
    if (view.mouth) lips.forEach((point, at) => paint(canvas, [lips[0]!, point, lips[(at + 1) % lips.length]!]));
    const depth = (triangle: readonly number[]): number => triangle.reduce((sum, index) => sum + moved[index]!.z, 0);
    for (const triangle of [...TRIANGLES].sort((a, b) => depth(b) - depth(a))) {
      fill(
        triangle.map((index) => this.mesh[index]!),
        triangle.map((index) => moved[index]!),
      );
    }
    grain(out, seed);
    const { x = 0, y = 0 } = view;
    const extended = { left: Math.max(0, x), right: Math.max(0, -x), top: Math.max(0, y), bottom: Math.max(0, -y) };
    const whole = await sharp(out, { raw: { width: this.width, height: this.height, channels: 3 } })
      .extend({ ...extended, extendWith: 'copy' })
      .png()
      .toBuffer();
    return sharp(whole)
      .extract({ left: extended.right, top: extended.bottom, width: this.width, height: this.height })
      .jpeg({ quality: 88 })
      .toBuffer();
  }

  #moved({ yaw = 0, pitch = 0, mouth = 0 }: HeadView): Vertex[] {
    const angle = (degrees: number): number => Math.atan(DEPTH * Math.tan((degrees * Math.PI) / 180));
    const [turn, nod] = [angle(yaw), angle(pitch)];
    const centre = middle(this.mesh);
    const back = this.mesh[234]!.z * DEPTH; // a head turns about its neck, not about its nose
    const height = this.mesh[152]!.y - this.mesh[10]!.y;
    const mouthLine = (this.mesh[78]!.y + this.mesh[308]!.y) / 2;
    return this.mesh.map(({ x, y, z }, index) => {
      const lowered =
        !UPPER_LIP.has(index) && y > mouthLine - 0.01 * height ? mouth * height * chewed(this.mesh, index) : 0;
      const [hx, hy, hz] = [x - centre.x, y + lowered - centre.y, z * DEPTH - back];
      const [tx, tz] = [hx * Math.cos(turn) - hz * Math.sin(turn), hx * Math.sin(turn) + hz * Math.cos(turn)];
      const [ny, nz] = [hy * Math.cos(nod) + tz * Math.sin(nod), tz * Math.cos(nod) - hy * Math.sin(nod)];
      return { x: centre.x + tx, y: centre.y + ny, z: nz };
    });
  }
}

/** How much a vertex moves with the opening jaw: fully in the middle, less at the sides. */
function chewed(mesh: Mesh, index: number): number {
  const half = Math.abs(mesh[308]!.x - mesh[78]!.x) * 1.3;
  const aside = Math.abs(mesh[index]!.x - (mesh[308]!.x + mesh[78]!.x) / 2) / half;
  return Math.max(0, 1 - aside ** 2);
}

const middle = (mesh: Mesh): Point => ({ x: (mesh[234]!.x + mesh[454]!.x) / 2, y: (mesh[10]!.y + mesh[152]!.y) / 2 });

interface Canvas {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Fills a triangle of the frame with the matching triangle of `source`, or with the colour inside a mouth. */
function paint(
  { pixels, width, height }: Canvas,
  to: readonly Point[],
  source?: Buffer,
  from: readonly Point[] = to,
): void {
  const [a, b, c] = to as [Point, Point, Point];
  const [p, q, r] = from as [Point, Point, Point];
  const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  if (Math.abs(area) < 1e-6) return;
  const [left, right] = [
    Math.max(0, Math.floor(Math.min(a.x, b.x, c.x))),
    Math.min(width - 1, Math.ceil(Math.max(a.x, b.x, c.x))),
  ];
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(a.y, b.y, c.y))),
    Math.min(height - 1, Math.ceil(Math.max(a.y, b.y, c.y))),
  ];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const v = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area;
      const w = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area;
      if (v < -0.02 || w < -0.02 || v + w > 1.02) continue;
      const u = 1 - v - w;
      const [sx, sy] = [u * p.x + v * q.x + w * r.x, u * p.y + v * q.y + w * r.y];
      const at =
        (Math.min(height - 1, Math.max(0, Math.round(sy))) * width + Math.min(width - 1, Math.max(0, Math.round(sx)))) *
        3;
      const offset = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++) {
        pixels[offset + channel] = source ? source[at + channel]! : INSIDE_OF_MOUTH[channel]!;
      }
    }
  }
}

function grain(out: Buffer, seed: number): void {
  let state = seed * 2_654_435_761;
  for (let at = 0; at < out.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    out[at] = Math.max(0, Math.min(255, out[at]! + ((state >>> 24) % 9) - 4));
  }
}

function trianglesOf(list: string): number[][] {
  const indices = list.split(',').flatMap((text) => (text.trim() ? [Number(text)] : []));
  if (indices.length === 0) throw new Error('The triangles of the mesh were not found');
  return Array.from({ length: indices.length / 3 }, (_, at) => indices.slice(3 * at, 3 * at + 3));
}

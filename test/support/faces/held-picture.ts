import sharp from 'sharp';

const DISTANCE = 2.2;
const BACKGROUND = 90;

/** A photograph held before the camera, turned by `yaw` and tilted by `pitch` degrees. */
export async function heldPicture(
  photo: Buffer,
  yaw: number,
  pitch: number,
  { size = 480, shift = 0 } = {},
): Promise<Buffer> {
  const source = await sharp(photo).resize(size, size, { fit: 'cover' }).removeAlpha().raw().toBuffer();
  const out = Buffer.alloc(size * size * 3, BACKGROUND);
  const [turn, nod] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
  const across = [Math.cos(turn), 0, Math.sin(turn)] as const;
  const down = [-Math.sin(turn) * Math.sin(nod), Math.cos(nod), Math.cos(turn) * Math.sin(nod)] as const;
  for (let y = 0, to = 0; y < size; y++) {
    for (let x = 0; x < size; x++, to += 3) {
      const ray = [(2 * (x - shift)) / size - 1, (2 * y) / size - 1, DISTANCE] as const;
      const [u, v] = onPlane(ray, across, down);
      const [sx, sy] = [Math.floor(((u + 1) / 2) * size), Math.floor(((v + 1) / 2) * size)];
      if (sx >= 0 && sy >= 0 && sx < size && sy < size)
        source.copy(out, to, (sy * size + sx) * 3, (sy * size + sx) * 3 + 3);
    }
  }
  return sharp(out, { raw: { width: size, height: size, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}

type Axis = readonly [number, number, number];

/** Where a ray from the camera meets the photograph, whose centre is straight ahead. */
function onPlane(ray: Axis, across: Axis, down: Axis): [number, number] {
  const normal = cross(across, down);
  const t = (DISTANCE * normal[2]) / dot(ray, normal);
  const hit: Axis = [t * ray[0], t * ray[1], t * ray[2] - DISTANCE];
  return [dot(hit, across), dot(hit, down)];
}

const dot = (a: Axis, b: Axis): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Axis, b: Axis): Axis => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

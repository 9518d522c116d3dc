import { startsWith, textOf, wordAt } from '../encoding/bytes.js';
import { childrenOf, inside, integerOf, type Element } from '../encoding/der.js';
import { Malformed } from '../encoding/malformed.js';
import { groupIn } from './chip-files.js';
import { Refused } from './refusal.js';

export type PictureKind = 'jpeg' | 'jp2' | 'j2k';

/** The portrait in a chip. */
export interface ChipPortrait {
  readonly format: '19794-5' | '39794-5';
  readonly kind: PictureKind;
  readonly width: number;
  readonly height: number;
  readonly image: Uint8Array;
}

const SIDE = { least: 100, most: 4_000 } as const;
const MOST = { pixels: 6_000_000, tiles: 1_024, points: 100, header: 4_096 } as const;
const TAGS = { group: 0x7f61, instance: 0x7f60, face: 0x5f2e, newFace: 0x7f2e } as const;

/**
 * Reads DG2. It must contain one face, in the format of ISO 19794-5 or of ISO 39794-5, which states may use since 2026.
 */
export function readPortrait(file: Uint8Array): ChipPortrait {
  const [group, ...others] = childrenOf(groupIn('DG2', file), 4);
  if (group?.tag !== TAGS.group || others.length > 0) throw new Malformed('DG2');
  const [count, ...instances] = childrenOf(group, 6);
  if (integerOf(count) !== 1 || instances.length !== 1) throw new Refused('more_than_one_face');
  const block = inside(instances[0], TAGS.instance, 4).find(({ tag }) => tag === TAGS.face || tag === TAGS.newFace);
  if (!block) throw new Malformed('no face');
  const [format, image] =
    block.tag === TAGS.face
      ? (['19794-5', imageOf19794(block.value)] as const)
      : (['39794-5', imageOf39794(block)] as const);
  const kind = kindOf(image);
  return { format, kind, image, ...checkedSize(kind === 'jpeg' ? sizeOfJpeg(image) : sizeOfJpeg2000(image)) };
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

function checkedSize({ width, height }: PictureSize): PictureSize {
  const isFine =
    Math.min(width, height) >= SIDE.least && Math.max(width, height) <= SIDE.most && width * height <= MOST.pixels;
  if (!isFine) throw new Refused('picture_size', `${width} × ${height}`);
  return { width, height };
}

const HEADER = 14;
const FACE_INFORMATION = 20;
const POINT = 8;
const IMAGE_INFORMATION = 12;

/** The picture in a record of one face: it follows the header and the feature points (ISO 19794-5, section 5). */
function imageOf19794(record: Uint8Array): Uint8Array {
  const view = new DataView(record.buffer, record.byteOffset, record.length);
  if (
    record.length < HEADER + FACE_INFORMATION + IMAGE_INFORMATION ||
    textOf(record.subarray(0, 8)) !== 'FAC\x00010\x00'
  )
    throw new Malformed('header of the face');
  if (view.getUint16(12) !== 1) throw new Refused('more_than_one_face');
  const length = view.getUint32(HEADER);
  if (view.getUint32(8) > record.length || length > record.length - HEADER) throw new Malformed('length of the face');
  const points = view.getUint16(HEADER + 4);
  const start = HEADER + FACE_INFORMATION + POINT * points + IMAGE_INFORMATION;
  if (points > MOST.points || start >= HEADER + length) throw new Malformed('length of the face');
  return record.subarray(start, HEADER + length);
}

/** The picture of the only representation, nested as representation, image, 2D, bytes (ISO 39794-5, annex A). */
function imageOf39794(block: Element): Uint8Array {
  const [one, ...others] = childrenOf(childWith(block, 0xa1), 4);
  if (others.length > 0) throw new Refused('more_than_one_face');
  return [0xa0, 0xa0, 0x80].reduce(childWith, childWith(one, 0xa1)).value;
}

function childWith(parent: Element | undefined, tag: number): Element {
  const found = childrenOf(parent, 64).find((child) => child.tag === tag);
  if (!found) throw new Malformed('face of ISO 39794-5');
  return found;
}

const STARTS: readonly (readonly [PictureKind, readonly number[]])[] = [
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['jp2', [0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 13, 10, 0x87, 10]],
  ['j2k', [0xff, 0x4f, 0xff, 0x51]],
];

function kindOf(image: Uint8Array): PictureKind {
  const found = STARTS.find(([, start]) => startsWith(image, start));
  if (!found) throw new Refused('picture_kind');
  return found[0];
}

const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
const DATA_OR_END: ReadonlySet<number> = new Set([0xda, 0xd9]);

function sizeOfJpeg(image: Uint8Array): PictureSize {
  for (let at = 2; at + 9 < image.length && image[at] === 0xff;) {
    const marker = image[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker))
      return { height: wordAt(image, at + 5), width: wordAt(image, at + 7) };
    if (DATA_OR_END.has(marker)) break;
    at += marker === 0xff ? 1 : 2 + wordAt(image, at + 2);
  }
  throw new Malformed('JPEG');
}

const SIZE_MARKER = [0xff, 0x4f, 0xff, 0x51];

/** The size in the code stream, before anything is decoded. The box around the code stream could state another size. */
export function sizeOfJpeg2000(image: Uint8Array): PictureSize {
  for (let at = 0; at + 42 <= image.length && at < MOST.header; at += 1) {
    if (!startsWith(image.subarray(at, at + 4), SIZE_MARKER)) continue;
    const view = new DataView(image.buffer, image.byteOffset + at, 42);
    const [xEnd, yEnd, xStart, yStart] = [8, 12, 16, 20].map((place) => view.getUint32(place)) as Numbers;
    const tiles = Math.ceil(xEnd / view.getUint32(24)) * Math.ceil(yEnd / view.getUint32(28));
    if (!(tiles <= MOST.tiles)) throw new Refused('picture_size', `${tiles} tiles`);
    const components = view.getUint16(40);
    if (components < 1 || components > 4) throw new Malformed('JPEG 2000');
    return { width: xEnd - xStart, height: yEnd - yStart };
  }
  throw new Malformed('JPEG 2000');
}
type Numbers = [number, number, number, number];

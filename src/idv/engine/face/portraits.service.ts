import { Injectable } from '@nestjs/common';
import sharp from 'sharp';
import {
  type Box,
  type FoundFace,
  type FoundFaces,
  isWithin,
  judged,
  MOST_YAW,
  type PageArea,
  type Point,
  turnOf,
} from '@countersign/identity-engine';
import { FaceEngine } from './face-engine.service.js';

/**
 * The margin around a face that is cut out, as a fraction of the face's size. Without a margin, the detector often does
 * not find the face.
 */
const MARGIN = 0.6;
const QUALITY = 95;
/** Faces whose eyes are fewer than this many pixels apart are enlarged before they are compared. */
const SMALLEST_EYE_DISTANCE = 60;
const LEAST_CONFIDENCE = 0.9;
/**
 * If the back shows the portrait of the front, the user has sent the front twice. Two faces count as the same portrait
 * only if their size ratio is at least this, because a small second portrait, half as large, is printed on the back of
 * some documents.
 */
const SAME_SIZE = 0.75;
/**
 * Two faces count as the same portrait only if they are at most this far apart in their pictures, as a fraction of the
 * picture's size. The guide on the screen makes users hold the document in about the same place each time.
 */
const SAME_PLACE = 0.15;
/**
 * The rotations to try, in degrees clockwise. The detector misses faces that are turned sideways, and reports some
 * upside-down faces as upright.
 */
const TURNS = [90, 270, 180] as const;

export interface Portrait {
  /** The upright face with a margin around it, as a JPEG. */
  readonly jpeg: Buffer;
  /**
   * The picture of the document page, rotated so that the face is upright. `box` is the position of the face in it, in
   * pixels.
   */
  readonly page: Buffer;
  readonly box: Box;
  /**
   * The box around the face, in fractions of the width and height of the picture. Absent if the picture had to be
   * rotated.
   */
  readonly at?: Box;
  /**
   * Other faces on the page, cropped like `jpeg`. They may be a second, smaller portrait of the holder, which many
   * documents have.
   */
  readonly others: readonly Buffer[];
}

/**
 * Finds the holder's portrait in the picture of a document. It searches the whole page, because in a tight crop the
 * detector misses one face in seven.
 */
@Injectable()
export class Portraits {
  constructor(private readonly engine: FaceEngine) {}

  /**
   * Finds the portrait. Returns `undefined` if no face is good enough to be compared. If `page` resolves to the area of
   * the page, faces outside it are ignored, however large they are.
   */
  async of(picture: Buffer, signal: AbortSignal, page?: Promise<PageArea | undefined>): Promise<Portrait | undefined> {
    const [seen, area] = await Promise.all([this.engine.find(picture, 'none', signal), page]);
    const degrees = area ? turnOf(area, seen) : 0;
    const portrait = degrees === 0 ? await portraitIn(picture, seen, area) : undefined;
    if (portrait) return portrait;
    for (const turn of area ? [degrees].filter(Boolean) : TURNS) {
      const upright = await turned(picture, -turn);
      const found = await portraitIn(upright, await this.engine.find(upright, 'none', signal), area, turn);
      if (found) return found;
    }
    return undefined;
  }

  /** Whether the picture shows any face, in any rotation. The face may be too blurred or too pale to be compared. */
  async areIn(picture: Buffer, signal: AbortSignal): Promise<boolean> {
    for (const turn of [0, ...TURNS]) {
      const upright = turn === 0 ? picture : await turned(picture, -turn);
      const { faces } = await this.engine.find(upright, 'none', signal);
      if (faces.length > 0) return true;
    }
    return false;
  }

  /**
   * Returns the largest face in an upright picture, even if it is blurred. Undefined if the detector is not confident
   * about the face, or if the face looks aside.
   */
  async largestIn(picture: Buffer, signal: AbortSignal): Promise<Buffer | undefined> {
    const seen = await this.engine.find(picture, 'none', signal);
    const [face] = seen.faces;
    if (!face || !isSecond(face)) return undefined;
    const scale = (await sharp(picture).metadata()).width / seen.width;
    return enlarged(await cutOut(picture, face, seen, scale), face, scale);
  }

  /**
   * Whether two pictures show a face of the same size in the same place, and therefore probably the same side of a
   * document.
   */
  async areAlike(one: Buffer, other: Buffer, signal: AbortSignal): Promise<boolean> {
    const [first, second] = await Promise.all([one, other].map((picture) => this.engine.find(picture, 'none', signal)));
    const [a, b] = [first, second].map((found) => found?.faces[0] && shareOf(found.faces[0].box, found));
    if (!a || !b) return false;
    const isAsLarge = Math.min(a.size, b.size) > SAME_SIZE * Math.max(a.size, b.size);
    return isAsLarge && Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) < SAME_PLACE;
  }
}

const shareOf = (box: Box, picture: FoundFaces) => ({ size: box.height / picture.height, at: middleOf(box, picture) });

const ENCODING = { quality: QUALITY, chromaSubsampling: '4:4:4' } as const;

const turned = (picture: Buffer, degrees: number): Promise<Buffer> =>
  sharp(picture).rotate(degrees).jpeg(ENCODING).toBuffer();

/** Finds the portrait in a picture that has been rotated clockwise by `degrees`. */
async function portraitIn(
  picture: Buffer,
  seen: FoundFaces,
  area: PageArea | undefined,
  degrees = 0,
): Promise<Portrait | undefined> {
  const isOnPage = ({ box }: FoundFace) => !area || isWithin(turnedBy(degrees, middleOf(box, seen)), area);
  const found = { ...seen, faces: seen.faces.filter(isOnPage) };
  const face = judged(found, 'portrait');
  if (typeof face === 'string') return undefined;
  const { width } = await sharp(picture).metadata();
  const scale = width / seen.width;
  const others = found.faces.filter((one) => one !== face && isSecond(one));
  return {
    jpeg: await cutOut(picture, face, seen, scale),
    page: picture,
    box: scaled(face.box, scale),
    ...(degrees === 0 && { at: inShares(face.box, seen) }),
    others: await Promise.all(others.map(async (one) => enlarged(await cutOut(picture, one, seen, scale), one, scale))),
  };
}

/**
 * Whether another face on the page may be a second portrait. A face that the detector is not confident about, or that
 * looks aside, is considered part of the printed background, such as a statue or an animal.
 */
const isSecond = ({ confidence, pose }: FoundFace): boolean =>
  confidence >= LEAST_CONFIDENCE && Math.abs(pose.yaw) <= MOST_YAW;

const cutOut = (picture: Buffer, { box, pose }: FoundFace, seen: FoundFaces, scale: number): Promise<Buffer> =>
  sharp(picture)
    .extract(withMargin(box, seen, scale))
    .rotate(-90 * Math.round(pose.roll / 90))
    .jpeg(ENCODING)
    .toBuffer();

/** Enlarges the picture of a small face, because the detector would otherwise not find the face in it. */
async function enlarged(jpeg: Buffer, { eyeDistance }: FoundFace, scale: number): Promise<Buffer> {
  const by = SMALLEST_EYE_DISTANCE / (eyeDistance * scale);
  if (by <= 1) return jpeg;
  const { width } = await sharp(jpeg).metadata();
  return sharp(jpeg)
    .resize({ width: Math.round(width * by), kernel: 'cubic' })
    .jpeg(ENCODING)
    .toBuffer();
}

const scaled = ({ left, top, width, height }: Box, by: number): Box => ({
  ...{ left: left * by, top: top * by },
  ...{ width: width * by, height: height * by },
});

const inShares = ({ left, top, width, height }: Box, picture: FoundFaces): Box => ({
  ...{ left: left / picture.width, top: top / picture.height },
  ...{ width: width / picture.width, height: height / picture.height },
});

const middleOf = ({ left, top, width, height }: Box, picture: FoundFaces): Point => [
  (left + width / 2) / picture.width,
  (top + height / 2) / picture.height,
];

/**
 * Returns the position of a point after the picture has been rotated clockwise by `degrees`. Coordinates are fractions
 * of the width and height.
 */
function turnedBy(degrees: number, [x, y]: Point): Point {
  if (degrees === 0) return [x, y];
  return turnedBy(degrees - 90, [1 - y, x]);
}

/**
 * Adds a margin to the box of a face. `scale` converts coordinates in the reduced picture, in which the face was
 * detected, to those of the full picture.
 */
function withMargin({ left, top, width, height }: Box, picture: FoundFaces, scale: number) {
  const [x, y] = [Math.max(0, left - MARGIN * width), Math.max(0, top - MARGIN * height)];
  const [right, bottom] = [
    Math.min(picture.width, left + (1 + MARGIN) * width),
    Math.min(picture.height, top + (1 + MARGIN) * height),
  ];
  const [atX, atY] = [Math.floor(x * scale), Math.floor(y * scale)];
  return {
    left: atX,
    top: atY,
    width: Math.max(1, Math.floor(right * scale) - atX),
    height: Math.max(1, Math.floor(bottom * scale) - atY),
  };
}

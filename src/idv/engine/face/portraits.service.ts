import { Injectable } from '@nestjs/common';
import sharp from 'sharp';
import { isWithin, type PageArea, type Point } from '../page-area.js';
import { FaceEngine } from './face-engine.service.js';
import { judged } from './face-gates.js';
import type { Box, FoundFaces } from './face.js';

/** Around the face, as a part of its size: the detector needs to see more than a face. */
const MARGIN = 0.6;
const QUALITY = 95;

/** The holder's picture in a document. It is searched on the whole page: a tight crop loses every seventh face. */
@Injectable()
export class Portraits {
  constructor(private readonly engine: FaceEngine) {}

  /**
   * As a JPEG. Undefined where there is none that could be compared. On a page that is known, a face elsewhere in the picture
   * is not the holder's, however large it is.
   */
  async of(picture: Buffer, signal: AbortSignal, page?: Promise<PageArea | undefined>): Promise<Buffer | undefined> {
    const [seen, area] = await Promise.all([this.engine.find(picture, 'none', signal), page]);
    const found = area ? { ...seen, faces: seen.faces.filter(({ box }) => isWithin(middleOf(box, seen), area)) } : seen;
    const face = judged(found, 'portrait');
    if (typeof face === 'string') return undefined;
    const { width } = await sharp(picture).metadata();
    const cut = withMargin(face.box, found, width / found.width);
    return sharp(picture).extract(cut).jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toBuffer();
  }
}

const middleOf = ({ left, top, width, height }: Box, picture: FoundFaces): Point => [
  (left + width / 2) / picture.width,
  (top + height / 2) / picture.height,
];

/** `scale`: by how much the page is larger than what was searched. */
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

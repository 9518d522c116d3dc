import type { Area } from '../grey.js';

/** The position of a face, compared with the oval that it should fill. */
export type Placing = 'place' | 'closer' | 'away' | 'align' | 'good';

/**
 * The least and greatest height of the face, from hairline to chin, relative to the oval. The server also accepts
 * slightly smaller ones.
 */
const SMALLEST = 0.52;
const LARGEST = 1.08;
/** The largest distance between the two centres, relative to the oval. */
const OFF = 0.2;

export function placed(face: Area | undefined, oval: Area): Placing {
  if (!face) return 'place';
  const size = face.height / oval.height;
  if (size < SMALLEST) return 'closer';
  if (size > LARGEST) return 'away';
  const across = (face.left + face.width / 2 - oval.left - oval.width / 2) / oval.width;
  const down = (face.top + face.height / 2 - oval.top - oval.height / 2) / oval.height;
  return Math.max(Math.abs(across), Math.abs(down)) > OFF ? 'align' : 'good';
}

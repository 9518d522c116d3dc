import type { FaceSquare } from '@countersign/face-geometry';
import type { Net } from './net.js';
import type { Planes } from './planes.js';
import { squeezed, type Picture } from './sampling.js';

/**
 * The side, in pixels, of the picture in which a face is searched. Half of what the server uses is enough, because a
 * face before the camera is large.
 */
const SEARCHED_AT = 128;
/** The number of anchors at each position, for the fine and the coarse grid. */
const EACH = [2, 6] as const;
/** The number of values for each anchor: a box (4) and six landmarks (12). */
const VALUES = 16;
const LEAST_CONFIDENCE = 0.5;
/** Enlarges the detected square, because fitting the face mesh needs more of the surroundings. */
const ENLARGED = 1.4;

/** BlazeFace, reduced to the face that is nearest to the camera. */
export class Detector {
  constructor(private readonly net: Net) {}

  find(picture: Picture): FaceSquare | undefined {
    const input = squeezed(picture, SEARCHED_AT);
    for (let at = 0; at < input.data.length; at++) input.data[at] = 2 * (input.data[at] ?? 0) - 1;
    const [fineScores, coarseScores, fineBoxes, coarseBoxes] = this.net.run(input);
    const found = [
      ...candidatesIn(fineScores, fineBoxes, EACH[0]),
      ...candidatesIn(coarseScores, coarseBoxes, EACH[1]),
    ].sort((one, other) => other.width * other.confidence - one.width * one.confidence)[0];
    if (!found) return undefined;
    const [across, down] = [picture.width / SEARCHED_AT, picture.height / SEARCHED_AT];
    const side = ENLARGED * Math.max(found.width * across, found.height * down);
    return { x: found.x * across, y: found.y * down, side, lean: 0 };
  }
}

interface Candidate {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly confidence: number;
}

function candidatesIn(scores: Planes | undefined, boxes: Planes | undefined, each: number): Candidate[] {
  if (!scores || !boxes) return [];
  const stride = SEARCHED_AT / scores.width;
  return Array.from(scores.data).flatMap((score, at) => {
    const confidence = 1 / (1 + Math.exp(-score));
    if (confidence < LEAST_CONFIDENCE) return [];
    const cell = Math.floor(at / each);
    const [x = 0, y = 0, width = 0, height = 0] = boxes.data.subarray(at * VALUES, at * VALUES + 4);
    const [column, row] = [cell % scores.width, Math.floor(cell / scores.width)];
    return [{ x: x + stride * (column + 0.5), y: y + stride * (row + 0.5), width, height, confidence }];
  });
}

import { drawnFrom } from './pictures.js';
import { greyOf, type Area, type Grey } from './grey.js';
import { glareArea } from './quality.js';

/** Why a picture was not accepted, and which picture is wanted next. */
export interface Failure {
  readonly reason: string;
  readonly left: number;
  readonly step: string;
  readonly seen?: SeenFault;
}

/**
 * A fault that the server found on a document, or on the face in the frame with the number `frame`. `face` is the area
 * of that face, relative to the frame.
 */
export interface SeenFault {
  readonly fault: string;
  readonly frame?: number;
  readonly face?: Area;
}

/** The failure in the server's answer. `undefined` if it reports none, because the session continues or has ended. */
export function failureIn(body: unknown): Failure | undefined {
  const { retry, left, step, seen } = Object(body) as { readonly [member: string]: unknown };
  if (typeof retry !== 'string' || typeof left !== 'number' || typeof step !== 'string') return undefined;
  return { reason: retry, left, step, ...(typeof seen === 'object' && { seen: seen as SeenFault }) };
}

const JUDGED_AT = 420;
const BLOCK = 8;
/** The least difference in brightness (0 to 255) within a block of 8 × 8 pixels that counts as printed. */
const PRINTED = 24;
/** Every document has print on more than this share of its blocks. */
const LEAST_PRINTED = 0.005;

/** Whether a picture, or only its middle part of this size, is blank. */
export const isBlank = (picture: HTMLCanvasElement, middle = 1): boolean => isBlankIn(judged(picture), middle);

export function isBlankIn({ width, height, pixels }: Grey, middle = 1): boolean {
  const [left, top] = [(width * (1 - middle)) / 2, (height * (1 - middle)) / 2].map(Math.round) as [number, number];
  let [printed, blocks] = [0, 0];
  for (let y = top; y + BLOCK <= height - top; y += BLOCK) {
    for (let x = left; x + BLOCK <= width - left; x += BLOCK) {
      blocks++;
      let [darkest, lightest] = [255, 0];
      for (let at = 0; at < BLOCK * BLOCK; at++) {
        const pixel = pixels[(y + Math.floor(at / BLOCK)) * width + x + (at % BLOCK)] ?? 0;
        [darkest, lightest] = [Math.min(darkest, pixel), Math.max(lightest, pixel)];
      }
      if (lightest - darkest >= PRINTED) printed++;
    }
  }
  return printed < LEAST_PRINTED * Math.max(1, blocks);
}

/** The place of a reflection, to mark on the picture. `undefined` if none stands out. */
export function glareMark(picture: HTMLCanvasElement, text: string): HTMLElement | undefined {
  const grey = judged(picture);
  const area = glareArea(grey);
  return area && markAt(area, grey, text);
}

/**
 * Creates a frame with a text, which the page lays over the picture to show the user an area, such as glare. `whole` is
 * the size of the picture in which the area is measured.
 */
export function markAt(
  { left, top, width, height }: Area,
  whole: Pick<Area, 'width' | 'height'>,
  text: string,
): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'mark';
  const share = (length: number, of: number) => `${((100 * length) / of).toFixed(1)}%`;
  Object.assign(mark.style, {
    left: share(left, whole.width),
    top: share(top, whole.height),
    width: share(width, whole.width),
    height: share(height, whole.height),
  });
  const middle = (left + width / 2) / whole.width;
  if (middle < 1 / 3) mark.dataset['near'] = 'left';
  if (middle > 2 / 3) mark.dataset['near'] = 'right';
  const note = document.createElement('span');
  note.textContent = text;
  mark.append(note);
  return mark;
}

function judged(picture: HTMLCanvasElement): Grey {
  const { width, height } = picture;
  const small = drawnFrom(picture, { left: 0, top: 0, width, height }, JUDGED_AT);
  const data = small.getContext('2d')?.getImageData(0, 0, small.width, small.height);
  return data ? greyOf(data) : { width: 0, height: 0, pixels: new Uint8ClampedArray() };
}

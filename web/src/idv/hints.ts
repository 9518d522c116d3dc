import { edgesAround, type FoundEdges } from './edges.js';
import type { Area, Grey } from './grey.js';
import type { Outline } from './outline.js';
import { lightIn, motionBetween, type Light } from './quality.js';

/** The next thing that the user should do, or that all is well. The page contains a text for each. */
export type Hint =
  | 'place'
  | 'dark'
  | 'bright'
  | 'closer'
  | 'away'
  | 'align'
  | 'straighten'
  | 'moving'
  | 'blurred'
  | 'good'
  | GlareHint;

/** Where the reflection is. `glare` means in the middle, or in several places. */
export type GlareHint = 'glare' | 'glareTop' | 'glareBottom' | 'glareLeft' | 'glareRight';

const DARK = 55;
const BRIGHT = 235;
const EMPTY = 0.012;
const BLURRED = 0.1;
const GLARE = 0.02;
const MOVING = 5;
/**
 * The largest accepted distance of a document's edge from the on-screen guide, relative to the guide's shorter side.
 */
const NEAR = 0.13;
/**
 * The largest accepted angle of a document, in degrees. A document that is turned or tilted further is harder to read.
 */
const TURNED = 8;

export interface Looked {
  readonly hint: Hint;
  readonly sharpness: number;
  /** The corners of the document, in pixels of the picture. */
  readonly outline?: Outline;
  /** The place of the reflection that the hint is about, in pixels of the picture. */
  readonly glare?: Area;
}

/** Examines a document in the on-screen guide. `before` is the previous picture. */
export function lookAtDocument(now: Grey, before: Grey | undefined, guide: Area): Looked {
  const light = lightIn(now, guide);
  const { sharpness, brightness } = light;
  if (brightness < DARK) return { hint: 'dark', sharpness };
  if (brightness > BRIGHT) return { hint: 'bright', sharpness };
  const found = edgesAround(now, guide);
  const hint = placing(found, sharpness) ?? focusing(light, motionBetween(before, now), guide);
  const { glareAt } = light;
  return {
    hint,
    sharpness,
    ...(found.outline && { outline: found.outline }),
    ...(hint.startsWith('glare') && glareAt && { glare: glareAt }),
  };
}

/** Examines a face: only light and stillness are judged here. */
export function lookAtFace(now: Grey, before: Grey | undefined, guide: Area): Looked {
  const light = lightIn(now, guide);
  const motion = motionBetween(before, now);
  const hint =
    light.brightness < DARK ? 'dark' : light.brightness > BRIGHT ? 'bright' : motion > MOVING * 2 ? 'moving' : 'good';
  return { hint, sharpness: light.sharpness };
}

function placing({ edges, turned }: FoundEdges, sharpness: number): Hint | undefined {
  const found = Object.values(edges).filter((edge: unknown) => typeof edge === 'number');
  if (found.length < 2) return sharpness < EMPTY || found.length === 0 ? 'place' : 'align';
  if (turned > TURNED && found.length >= 3) return 'straighten';
  const inside = found.filter((edge) => edge > NEAR).length;
  const outside = found.filter((edge) => edge < -NEAR).length;
  if (inside >= 2 && inside === found.length) return 'closer';
  if (outside >= 2) return 'away';
  return found.length >= 3 && inside + outside === 0 ? undefined : 'align';
}

function focusing({ sharpness, glare, glareAt }: Light, motion: number, guide: Area): Hint {
  if (motion > MOVING) return 'moving';
  if (glare > GLARE) return glareAt ? sideOf(glareAt, guide) : 'glare';
  return sharpness < BLURRED ? 'blurred' : 'good';
}

/**
 * A reflection counts as being on no side if its distance from the guide's middle is less than this share of the
 * guide's width and height.
 */
const MIDDLE = 1 / 6;

function sideOf(glare: Area, guide: Area): GlareHint {
  const right = (glare.left + glare.width / 2 - guide.left) / guide.width - 0.5;
  const down = (glare.top + glare.height / 2 - guide.top) / guide.height - 0.5;
  if (Math.max(Math.abs(right), Math.abs(down)) < MIDDLE) return 'glare';
  if (Math.abs(right) > Math.abs(down)) return right < 0 ? 'glareLeft' : 'glareRight';
  return down < 0 ? 'glareTop' : 'glareBottom';
}

import { edgesAround, type Edges } from './edges.js';
import type { Area, Grey } from './grey.js';
import { lightIn, motionBetween } from './quality.js';

/** What the user should do next, or that all is well. The words of each stand in the page. */
export type Hint = 'place' | 'dark' | 'bright' | 'closer' | 'away' | 'align' | 'glare' | 'moving' | 'blurred' | 'good';

const DARK = 55;
const BRIGHT = 235;
const EMPTY = 0.012;
const BLURRED = 0.1;
const GLARE = 0.02;
const MOVING = 5;
/** How far from the guide an edge may be. */
const NEAR = 0.13;

export interface Looked {
  readonly hint: Hint;
  readonly sharpness: number;
}

/** Looks at a document in its guide. `before` is the picture before this one. */
export function lookAtDocument(now: Grey, before: Grey | undefined, guide: Area): Looked {
  const light = lightIn(now, guide);
  const hint =
    light.brightness < DARK
      ? 'dark'
      : light.brightness > BRIGHT
        ? 'bright'
        : (placing(edgesAround(now, guide), light.sharpness) ?? focusing(light, motionBetween(before, now)));
  return { hint, sharpness: light.sharpness };
}

/** Looks at a face, of which only light and rest are judged here. */
export function lookAtFace(now: Grey, before: Grey | undefined, guide: Area): Looked {
  const light = lightIn(now, guide);
  const motion = motionBetween(before, now);
  const hint =
    light.brightness < DARK ? 'dark' : light.brightness > BRIGHT ? 'bright' : motion > MOVING * 2 ? 'moving' : 'good';
  return { hint, sharpness: light.sharpness };
}

function placing(edges: Edges, sharpness: number): Hint | undefined {
  const found = Object.values(edges).filter((edge: unknown) => typeof edge === 'number');
  if (found.length < 2) return sharpness < EMPTY || found.length === 0 ? 'place' : 'align';
  const inside = found.filter((edge) => edge > NEAR).length;
  const outside = found.filter((edge) => edge < -NEAR).length;
  if (inside >= 2 && inside === found.length) return 'closer';
  if (outside >= 2) return 'away';
  return found.length >= 3 && inside + outside === 0 ? undefined : 'align';
}

function focusing({ sharpness, glare }: ReturnType<typeof lightIn>, motion: number): Hint {
  if (motion > MOVING) return 'moving';
  if (glare > GLARE) return 'glare';
  return sharpness < BLURRED ? 'blurred' : 'good';
}

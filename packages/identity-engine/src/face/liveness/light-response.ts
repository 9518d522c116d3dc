import type { LightColour } from '../light-colour.js';
import type { FaceTones, Tone } from '../face.js';

/** Which of the primaries red, green and blue the screen lights for each colour. */
const SHOWN: Readonly<Record<LightColour, Tone>> = {
  ...{ red: [1, 0, 0], green: [0, 1, 0], blue: [0, 0, 1] },
  ...{ yellow: [1, 1, 0], cyan: [0, 1, 1], magenta: [1, 0, 1] },
};

export interface LitFace {
  readonly colour: LightColour;
  readonly tones: FaceTones;
}

/**
 * The least relative change of light. By day and at arm's length, a screen changes the light on a face by more than
 * this; smaller changes are camera noise.
 */
const LEAST_ADDED = 0.006;
/** The least correlation with the shown order. Of all other orders, one in a hundred correlates this much. */
const LEAST_ALIKE = 0.72;
/** The score at which both limits are just reached. */
const HALF = 0.5;

/**
 * Whether the face reflected the colours in their order, as a score from 0 to 1. Above one half, it did. Only hues are
 * compared, because cameras adjust brightness. They are measured relative to the background, because cameras adjust the
 * colours of the whole picture, and a picture held up to the camera is lit evenly.
 */
export function lightResponse(lit: readonly LitFace[]): number {
  if (lit.length === 0) return 0;
  const shown = hues(lit.map(({ colour }) => SHOWN[colour]));
  const seen = hues(lit.map(({ tones }) => relative(tones)));
  const product = dot(shown, seen);
  const alike = product / (Math.sqrt(dot(shown, shown) * dot(seen, seen)) || 1);
  const added = product / (dot(shown, shown) || 1);
  if (alike <= 0 || added <= 0) return 0;
  const strength = Math.min(1, HALF * (added / LEAST_ADDED));
  const likeness =
    alike < LEAST_ALIKE ? (HALF * alike) / LEAST_ALIKE : HALF + (HALF * (alike - LEAST_ALIKE)) / (1 - LEAST_ALIKE);
  return Math.min(strength, likeness);
}

const logs = (tone: Tone): number[] => tone.map((light) => Math.log(Math.max(light, 1e-4)));

function relative({ face, behind }: FaceTones): number[] {
  const around = behind ? logs(behind) : [0, 0, 0];
  return logs(face).map((light, channel) => light - (around[channel] ?? 0));
}

/** Subtracts each frame's mean, and then each channel's mean over all frames. */
function hues(frames: readonly (readonly number[])[]): number[] {
  const levelled = frames.map((channels) => channels.map((light) => light - mean(channels)));
  const common = [0, 1, 2].map((channel) => mean(levelled.map((channels) => channels[channel] ?? 0)));
  return levelled.flatMap((channels) => channels.map((light, channel) => light - (common[channel] ?? 0)));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

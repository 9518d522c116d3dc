import type { LightColour } from '../light-colour.js';
import type { FaceTones, Tone } from '../face.js';

/** Which of red, green and blue a screen shows for a colour. */
const SHOWN: Readonly<Record<LightColour, Tone>> = {
  ...{ red: [1, 0, 0], green: [0, 1, 0], blue: [0, 0, 1] },
  ...{ yellow: [1, 1, 0], cyan: [0, 1, 1], magenta: [1, 0, 1] },
};

export interface LitFace {
  readonly colour: LightColour;
  readonly tones: FaceTones;
}

/** A screen adds more than this to the light on a face at arm's length, by day: below it is the noise of cameras. */
const LEAST_ADDED = 0.006;
/** Among all other orders of colours, one in a hundred is as alike. */
const LEAST_ALIKE = 0.72;
/** Where the score is one half: both of them just reached. */
const HALF = 0.5;

/**
 * Whether a face has shown the colours in their order: from 0 to 1, and above one half they were found. Only hues are
 * compared, since cameras correct brightness; and only by how much more the face shows them than what is behind it, since
 * cameras correct the colours of the whole picture, and a picture that is held up is lit as a whole.
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

/** Subtracts the mean of each frame, and then the mean of each channel over all frames. */
function hues(frames: readonly (readonly number[])[]): number[] {
  const levelled = frames.map((channels) => channels.map((light) => light - mean(channels)));
  const common = [0, 1, 2].map((channel) => mean(levelled.map((channels) => channels[channel] ?? 0)));
  return levelled.flatMap((channels) => channels.map((light, channel) => light - (common[channel] ?? 0)));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

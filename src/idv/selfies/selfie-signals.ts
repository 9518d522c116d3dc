import type { PictureSignal, SignalKind } from '@countersign/identity-engine';

export interface SelfieFacts {
  readonly moves: number;
  /** From the challenge until all frames had come, by the clock of the server. */
  readonly tookMs: number;
  readonly isVirtualCamera: boolean;
  /** The part of the frames that had come before. */
  readonly repeated?: number | undefined;
  /** How well the colours of the screen were found, where they were looked for. */
  readonly light?: number | undefined;
}

/** A person who hears what to do, does it and comes back takes longer. The page takes twice as long. */
const LEAST_MS_FOR_MOVE = 1_500;
const MOST_REPEATED = 0.1;

/** Hints about how a selfie was made, for who reviews it. */
export function selfieSignals({ moves, tookMs, isVirtualCamera, repeated = 0, light }: SelfieFacts): PictureSignal[] {
  const strengths: readonly (readonly [SignalKind, number])[] = [
    ['virtual_camera', isVirtualCamera ? 1 : 0],
    ['repeated_frames', Math.min(1, repeated / (2 * MOST_REPEATED))],
    ['impossible_timing', tookMs < moves * LEAST_MS_FOR_MOVE ? 1 : 0],
    ...(light === undefined ? [] : ([['no_light_response', 1 - light]] as const)),
  ];
  return strengths
    .filter(([, strength]) => strength > 0)
    .map(([kind, strength]) => ({
      ...{ kind, side: 'selfie' },
      strength: Math.round(strength * 1_000) / 1_000,
      raised: strength > 0.5,
    }));
}

/** As programs that play films as a camera name it. Whoever knows it chooses another name. */
const VIRTUAL =
  /\b(?:obs|virtual|manycam|xsplit|splitcam|snap camera|camtwist|mmhmm|epoccam|droidcam|iriun|dummy|fake|v4l2loopback|vcam)\b/i;

export const isVirtualCamera = (name: string): boolean => VIRTUAL.test(name.replaceAll('_', ' '));

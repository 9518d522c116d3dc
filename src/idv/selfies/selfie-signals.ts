import type { PictureSignal, SignalKind } from '@countersign/identity-engine';
import type { SessionSettings } from '../sessions/rules/session-settings.js';

/** From this score on, the colours of the screen count as found in the face. */
export const LEAST_LIGHT = 0.5;

/**
 * Whether the colours have to be found. `required`: a selfie fails without them. `expected`: the device says that it is not a
 * phone. Nobody can check that, so a selfie without the colours raises two signals: the missing light, and the claim.
 */
export type LightRule = 'required' | 'expected' | 'free';

type LightSettings = Pick<SessionSettings, 'requireLight'>;

/** Unless the client says otherwise, light is needed. Tests have no camera that could see it. */
export const needsLight = ({ requireLight }: LightSettings, test: boolean): boolean => requireLight ?? !test;

export function lightRule(settings: LightSettings, test: boolean, isDesktop: boolean): LightRule {
  if (!needsLight(settings, test)) return 'free';
  return settings.requireLight === undefined && isDesktop ? 'expected' : 'required';
}

export interface SelfieFacts {
  readonly moves: number;
  /** The time from the challenge until all frames had come, by the clock of the server. */
  readonly tookMs: number;
  /** A colour was answered sooner than the page can show it. */
  readonly isHasty?: boolean;
  readonly isVirtualCamera: boolean;
  /** The part of the frames that repeat an earlier frame. */
  readonly repeated?: number | undefined;
  /** How well the colours of the screen were found, where they were looked for. */
  readonly light?: number | undefined;
  readonly lightRule: LightRule;
}

/** A person who hears what to do, does it and comes back takes longer. The page takes twice as long. */
const LEAST_MS_FOR_MOVE = 1_500;
const MOST_REPEATED = 0.1;

/** Hints about how a selfie was made. `suspicious` says what they lead to. */
export function selfieSignals(facts: SelfieFacts): PictureSignal[] {
  const { moves, tookMs, isHasty = false, isVirtualCamera, repeated = 0 } = facts;
  const light = facts.light ?? (facts.lightRule === 'free' ? undefined : 0);
  const isUnlitDesktop = facts.lightRule === 'expected' && (light ?? 0) < LEAST_LIGHT;
  const strengths: readonly (readonly [SignalKind, number])[] = [
    ['virtual_camera', isVirtualCamera ? 1 : 0],
    ['repeated_frames', Math.min(1, repeated / (2 * MOST_REPEATED))],
    ['impossible_timing', isHasty || tookMs < moves * LEAST_MS_FOR_MOVE ? 1 : 0],
    ...(light === undefined ? [] : ([['no_light_response', 1 - light]] as const)),
    ['desktop_claimed', isUnlitDesktop ? 1 : 0],
  ];
  return strengths
    .filter(([, strength]) => strength > 0)
    .map(([kind, strength]) => ({
      ...{ kind, side: 'selfie' },
      strength: Math.round(strength * 1_000) / 1_000,
      raised: strength > 0.5,
    }));
}

/** Names that programs which play films as a camera use. Whoever knows this list chooses another name. */
const VIRTUAL =
  /\b(?:obs|virtual|manycam|xsplit|splitcam|snap camera|camtwist|mmhmm|epoccam|droidcam|iriun|dummy|fake|v4l2loopback|vcam)\b/i;

export const isVirtualCamera = (name: string): boolean => VIRTUAL.test(name.replaceAll('_', ' '));

import type { PictureSignal, SignalKind } from '@countersign/identity-engine';
import type { SessionSettings } from '../sessions/rules/session-settings.js';

/**
 * The minimum score of the light check. With at least this score, the face counts as reflecting the colours of the
 * screen.
 */
export const LEAST_LIGHT = 0.5;

/**
 * Whether the face must reflect the colours of the screen. `required`: if it does not, the selfie fails. `expected`: if
 * it does not, this counts as two signs of a fake, `no_light_response` and `desktop_claimed`. This rule applies if the
 * browser claims not to run on a phone, which cannot be verified. `free`: the colours are not checked.
 */
export type LightRule = 'required' | 'expected' | 'free';

type LightSettings = Pick<SessionSettings, 'requireLight'>;

/**
 * Whether the colours of the screen are checked. By default they are, except in test mode, where no real camera films
 * the face.
 */
export const needsLight = ({ requireLight }: LightSettings, test: boolean): boolean => requireLight ?? !test;

export function lightRule(settings: LightSettings, test: boolean, isDesktop: boolean): LightRule {
  if (!needsLight(settings, test)) return 'free';
  return settings.requireLight === undefined && isDesktop ? 'expected' : 'required';
}

export interface SelfieFacts {
  readonly moves: number;
  /** The time from the start of the challenge to the last frame, measured by the server. */
  readonly tookMs: number;
  /** Whether a frame for a colour arrived before the page can have shown the colour. */
  readonly isHasty?: boolean;
  readonly isVirtualCamera: boolean;
  /** The fraction of frames that repeat an earlier frame. */
  readonly repeated?: number | undefined;
  /** How clearly the face reflects the colours of the screen, from 0 to 1. Undefined if this was not checked. */
  readonly light?: number | undefined;
  readonly lightRule: LightRule;
}

/** Minimum time that a person needs to hear, make and finish a move. Our page takes twice as long for each move. */
const LEAST_MS_FOR_MOVE = 1_500;
const MOST_REPEATED = 0.1;

/**
 * Returns the signs that a selfie may be fake. `isSuspicious` decides whether they cause a review or another attempt.
 */
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

/** The names of programs that present a recording as a camera. An attacker who knows this list can use another name. */
const VIRTUAL =
  /\b(?:obs|virtual|manycam|xsplit|splitcam|snap camera|camtwist|mmhmm|epoccam|droidcam|iriun|dummy|fake|v4l2loopback|vcam)\b/i;

export const isVirtualCamera = (name: string): boolean => VIRTUAL.test(name.replaceAll('_', ' '));

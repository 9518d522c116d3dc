import type { PictureSignal, SignalKind } from '@countersign/identity-engine';
import type { SessionSettings } from './session-settings.js';

/** The signals that can make a step suspicious. All other signals are too weak, and are only shown to reviewers. */
const deciding: ReadonlySet<SignalKind> = new Set([
  ...(['virtual_camera', 'repeated_frames', 'impossible_timing', 'no_light_response', 'desktop_claimed'] as const),
  ...(['second_portrait', 'portrait_edges', 'portrait_error_level'] as const),
]);

/** How many signals make a step suspicious. Without reviewers, two are needed, because honest users often cause one. */
const FEWEST = { review: 1, noReview: 2 };

/**
 * Whether the signals of one step make it suspicious. A suspicious step is reviewed; without reviewers, the user has to
 * repeat it. Always false in test mode, where cameras are simulated, and scripts are faster than people.
 */
export function isSuspicious(
  { settings: { review }, test }: { readonly settings: Pick<SessionSettings, 'review'>; readonly test: boolean },
  signals: readonly PictureSignal[],
): boolean {
  const raised = signals.filter(({ kind, raised: isRaised }) => isRaised && deciding.has(kind));
  return !test && raised.length >= (review ? FEWEST.review : FEWEST.noReview);
}

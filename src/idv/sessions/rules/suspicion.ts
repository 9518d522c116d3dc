import type { PictureSignal, SignalKind } from '@countersign/identity-engine';
import type { SessionSettings } from './session-settings.js';

/** The signals that decide. The others are too weak: only reviewers see them. */
const deciding: ReadonlySet<SignalKind> = new Set([
  ...(['virtual_camera', 'repeated_frames', 'impossible_timing', 'no_light_response', 'desktop_claimed'] as const),
  ...(['second_portrait', 'portrait_edges', 'portrait_error_level'] as const),
]);

/** How many raised signals it takes: one if a person looks at them, otherwise two, because honest people raise one. */
const FEWEST = { review: 1, noReview: 2 };

/**
 * Whether the signals of one step are a doubt, or, where nobody could review it, another try. In test mode they decide
 * nothing: browsers of tests have a camera that is a program, and scripts are quicker than people.
 */
export function isSuspicious(
  { settings: { review }, test }: { readonly settings: Pick<SessionSettings, 'review'>; readonly test: boolean },
  signals: readonly PictureSignal[],
): boolean {
  const raised = signals.filter(({ kind, raised: isRaised }) => isRaised && deciding.has(kind));
  return !test && raised.length >= (review ? FEWEST.review : FEWEST.noReview);
}

/**
 * Kinds of hints that a picture shows a screen, that a file was edited, that a portrait was covered, or that a film was
 * not recorded live by a camera. The service decides which of them matter.
 */
// oxfmt-ignore
export const signalKinds = [
  'screen_pattern', 'error_level', 'editing_software',
  'second_portrait', 'portrait_edges', 'portrait_error_level',
  'virtual_camera', 'repeated_frames', 'impossible_timing', 'no_light_response', 'desktop_claimed',
] as const;
export type SignalKind = (typeof signalKinds)[number];

export type Signal = {
  readonly kind: SignalKind;
  /** The strength of the signal, from 0 to 1. Above one half, the signal is raised. */
  readonly strength: number;
  readonly raised: boolean;
};

/** The pictures to which a signal can belong. `selfie` means all frames of a selfie. */
export const signalSides = ['front', 'back', 'selfie'] as const;
export type SignalSide = (typeof signalSides)[number];

export type PictureSignal = Signal & { readonly side: SignalSide };

export function signalOf(kind: SignalKind, measured: number, limit: number): Signal {
  const strength = Math.round(Math.max(0, Math.min(1, measured / (2 * limit))) * 1_000) / 1_000;
  return { kind, strength, raised: measured > limit };
}

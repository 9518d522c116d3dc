/**
 * Hints that a picture is of a screen, that a file was edited, that a portrait was covered, or that a film was not made by a
 * camera there and then. The service decides which of them count.
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
  /** From 0 to 1. Above one half it is raised. */
  readonly strength: number;
  readonly raised: boolean;
};

/** `selfie`: all frames of it. */
export const signalSides = ['front', 'back', 'selfie'] as const;
export type SignalSide = (typeof signalSides)[number];

export type PictureSignal = Signal & { readonly side: SignalSide };

export function signalOf(kind: SignalKind, measured: number, limit: number): Signal {
  const strength = Math.round(Math.max(0, Math.min(1, measured / (2 * limit))) * 1_000) / 1_000;
  return { kind, strength, raised: measured > limit };
}

/**
 * Hints that a picture is of a screen, or that a file was edited. They decide nothing, neither alone nor together: whoever
 * reviews a session that is in doubt anyway sees them beside its doubts.
 */
export const signalKinds = ['screen_pattern', 'error_level', 'editing_software'] as const;
export type SignalKind = (typeof signalKinds)[number];

export type Signal = {
  readonly kind: SignalKind;
  /** From 0 to 1. Above one half it is raised. */
  readonly strength: number;
  readonly raised: boolean;
};

export type PictureSignal = Signal & { readonly side: 'front' | 'back' };

export function signalOf(kind: SignalKind, measured: number, limit: number): Signal {
  const strength = Math.round(Math.max(0, Math.min(1, measured / (2 * limit))) * 1_000) / 1_000;
  return { kind, strength, raised: measured > limit };
}

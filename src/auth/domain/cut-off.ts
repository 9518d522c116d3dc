export const cutOffKinds = ['user', 'grant', 'client'] as const;
export type CutOffKind = (typeof cutOffKinds)[number];

/** Everything issued before a moment to one user, under one grant, or to one client is void. */
export interface CutOff {
  readonly kind: CutOffKind;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly before: number;
  readonly reason: CutOffReason;
}

/** `blocked`: the mobile surface tells the user so, instead of asking for a new login. */
export const cutOffReasons = ['blocked', 'ended'] as const;
export type CutOffReason = (typeof cutOffReasons)[number];

/** No access token lives longer, so that neither a denied token nor a cut-off needs to be remembered longer. */
export const LONGEST_ACCESS_TOKEN_SECONDS = 86_400;

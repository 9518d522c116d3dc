export type CutOffKind = 'user' | 'grant' | 'client';

/** `blocked`: the mobile surface tells the user so, instead of asking for a new login. */
export type CutOffReason = 'blocked' | 'ended';

/** Everything issued before a moment to one user, under one grant, or to one client is void. */
export type CutOff = {
  readonly kind: CutOffKind;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly before: number;
  readonly reason: CutOffReason;
};

/** A cut-off that is to be made. Without a moment it is of now, by the database's clock; no moment in the future is taken. */
export type NewCutOff = Omit<CutOff, 'before'> & { readonly before?: number };

/** One token, void until it expires by itself. */
export type DeniedToken = {
  readonly id: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
};

/** No access token lives longer, so that neither a denied token nor a cut-off needs to be remembered longer. */
export const LONGEST_ACCESS_TOKEN_SECONDS = 86_400;

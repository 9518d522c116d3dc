/** `refused`: by us, and it will be again. The others may be gone by the next try. */
export type FailureKind = 'refused' | 'unreachable' | 'timeout' | 'too-large';

/** There is no answer. What it says may be logged: of the URL it names the origin only. */
export class OutboundFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    why: string,
    options?: ErrorOptions,
  ) {
    super(why, options);
  }
}

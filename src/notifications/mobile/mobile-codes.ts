/**
 * Response codes of the mobile operations. `0` only acknowledges that a call was accepted; every other code is the
 * result of a call.
 */
export const mobileCodes = {
  accepted: 0,
  invalid: 4,
  failed: 39,
  success: 100,
  stepUp: 102,
  passwordExpired: 110,
  blocked: 141,
  attemptsSpent: 153,
} as const;

export type MobileCode = (typeof mobileCodes)[keyof typeof mobileCodes];

export const mobileTitles: Readonly<Record<MobileCode, string>> = {
  0: 'Success',
  4: 'Invalid arguments',
  39: 'Unknown error',
  100: 'Success',
  102: 'Step-up missing or failed',
  110: 'Password expired',
  141: 'User is blocked',
  153: 'Attempts used up',
};

/**
 * The machine-readable reason why a call failed. With code 39, `unknown` means an unknown error; with code 4, it means
 * that the object named in the call does not exist.
 */
export const reasons = [
  'invalid',
  'unknown',
  'finished',
  'expired',
  'tampered',
  'signature',
  'step_up',
  'blocked',
  'too_many',
  'approval',
  'waiting',
] as const;

export type Reason = (typeof reasons)[number];
export type FailureCode = Exclude<MobileCode, 0 | 100>;

/** Thrown when a call fails. `hint` is for developers and contains no secrets. */
export class OperationRefused extends Error {
  constructor(
    readonly code: FailureCode,
    readonly reason: Reason,
    readonly hint?: string,
  ) {
    super(hint === undefined ? mobileTitles[code] : `${mobileTitles[code]}: ${hint}`);
    this.name = `${code}/${reason}`;
  }
}

const refusing =
  (code: FailureCode, reason: Reason) =>
  (hint?: string): OperationRefused =>
    new OperationRefused(code, reason, hint);

export const refused = {
  invalid: refusing(mobileCodes.invalid, 'invalid'),
  unknown: refusing(mobileCodes.invalid, 'unknown'),
  finished: refusing(mobileCodes.invalid, 'finished'),
  expired: refusing(mobileCodes.invalid, 'expired'),
  tampered: refusing(mobileCodes.invalid, 'tampered'),
  signature: refusing(mobileCodes.invalid, 'signature'),
  stepUp: refusing(mobileCodes.stepUp, 'step_up'),
  attemptsSpent: refusing(mobileCodes.attemptsSpent, 'step_up'),
  blocked: refusing(mobileCodes.blocked, 'blocked'),
  tooMany: refusing(mobileCodes.failed, 'too_many'),
  failed: refusing(mobileCodes.failed, 'unknown'),
} as const;

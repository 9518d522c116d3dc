export { TOKENS_VOIDED } from './domain/revoked-tokens.js';

/** `spent`: there were too many wrong ones, and this one was not looked at. */
export type StepUpOutcome = 'right' | 'wrong' | 'spent';

/** Counts wrong step-ups together with wrong tries from browsers that the user has logged in with: five in a day block. */
export abstract class StepUpTries {
  /** Pays for the step-up, lets `isRight` look at it, and draws the consequences. One that fails is given back. */
  abstract settle(sub: string, isRight: () => Promise<boolean>): Promise<StepUpOutcome>;
}

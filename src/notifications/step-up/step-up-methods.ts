import type { AuthLevel, ContentAction } from '@countersign/evidence';

export type StepUpMethod = 'passkey' | 'password' | 'face' | 'number';

/** The step-up methods that can confirm an action, by its authentication level. */
export const stepUpMethodsOf: Readonly<Record<AuthLevel, readonly StepUpMethod[]>> = {
  0: [],
  1: ['passkey', 'password'],
  3: ['passkey'],
  4: ['face'],
};

/**
 * The name of the approval action that requires the user to type a number. It must equal `TYPED_NUMBER` in the
 * authorization server.
 */
const TYPED_NUMBER = 'number.typed';

/**
 * Whether the user must type a number that is shown on a web page. This needs no credential, so the action is always
 * available.
 */
export const asksForNumber = ({ action }: ContentAction): boolean => action === TYPED_NUMBER;

export const asksForStepUp = ({ authlevel }: ContentAction): boolean => stepUpMethodsOf[authlevel].length > 0;

/** The actions that a user who has only the given step-up methods cannot choose. */
export const unmetActions = (actions: readonly ContentAction[], held: readonly StepUpMethod[]): string[] =>
  actions
    .filter(
      (action) =>
        asksForStepUp(action) &&
        !asksForNumber(action) &&
        !stepUpMethodsOf[action.authlevel].some((one) => held.includes(one)),
    )
    .map(({ action }) => action);

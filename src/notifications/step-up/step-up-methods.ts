import type { AuthLevel, ContentAction } from '@countersign/evidence';

export type StepUpMethod = 'passkey' | 'password' | 'face' | 'number';

/** The methods that can confirm an action of each authentication level. */
export const stepUpMethodsOf: Readonly<Record<AuthLevel, readonly StepUpMethod[]>> = {
  0: [],
  1: ['passkey', 'password'],
  3: ['passkey'],
  4: ['face'],
};

/**
 * The action of an approval that requires the user to type a number. It must have the same value as `TYPED_NUMBER` of
 * the authorization server.
 */
const TYPED_NUMBER = 'number.typed';

/**
 * Whether the user must type a number that a web page shows. This needs no credential, so the action is always
 * available.
 */
export const asksForNumber = ({ action }: ContentAction): boolean => action === TYPED_NUMBER;

export const asksForStepUp = ({ authlevel }: ContentAction): boolean => stepUpMethodsOf[authlevel].length > 0;

/** The actions that a user with only these methods cannot choose. */
export const unmetActions = (actions: readonly ContentAction[], held: readonly StepUpMethod[]): string[] =>
  actions
    .filter(
      (action) =>
        asksForStepUp(action) &&
        !asksForNumber(action) &&
        !stepUpMethodsOf[action.authlevel].some((one) => held.includes(one)),
    )
    .map(({ action }) => action);

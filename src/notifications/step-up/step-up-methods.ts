import type { AuthLevel, ContentAction } from '@countersign/evidence';

export type StepUpMethod = 'passkey' | 'password' | 'face' | 'number';

/** Methods that may confirm an action, by its level. */
export const stepUpMethodsOf: Readonly<Record<AuthLevel, readonly StepUpMethod[]>> = {
  0: [],
  1: ['passkey', 'password'],
  3: ['passkey'],
  4: ['face'],
};

/** The same value as `TYPED_NUMBER` of the authorization server. */
const TYPED_NUMBER = 'number.typed';

/** The number of a page is no method that a user holds: only the page shows it. */
export const asksForNumber = ({ action }: ContentAction): boolean => action === TYPED_NUMBER;

export const asksForStepUp = ({ authlevel }: ContentAction): boolean => stepUpMethodsOf[authlevel].length > 0;

/** The actions that a user who has no more than `held` cannot choose. */
export const unmetActions = (actions: readonly ContentAction[], held: readonly StepUpMethod[]): string[] =>
  actions
    .filter(
      (action) =>
        asksForStepUp(action) &&
        !asksForNumber(action) &&
        !stepUpMethodsOf[action.authlevel].some((one) => held.includes(one)),
    )
    .map(({ action }) => action);

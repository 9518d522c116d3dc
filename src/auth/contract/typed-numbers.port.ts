import type { Approver } from './approval-device.port.js';

/** The action of an answer for which the user types the number from the sign-in page, as the step-up `number`. */
export const TYPED_NUMBER = 'number.typed';

/** Checks numbers that users type on the phone against the number on the sign-in page. */
export abstract class TypedNumbers {
  /** The first typed number decides: a wrong one ends the approval. */
  abstract isTyped(user: Approver, approvalId: string, number: string): Promise<boolean>;
}

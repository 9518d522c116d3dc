import type { Approver } from './approval-device.port.js';

/** The answer of an approval whose number the user types: by the step-up `number`. */
export const TYPED_NUMBER = 'number.typed';

/** Knows the number that the page of a sign-in shows. */
export abstract class TypedNumbers {
  /** The first number that is typed decides; a wrong one ends the approval. */
  abstract isTyped(user: Approver, approvalId: string, number: string): Promise<boolean>;
}

import { isExpired, stateOf, type DocumentChoice, type DocumentData } from '@countersign/identity-engine';
import { namesMatch } from './names.js';
import type { DocumentReason } from '../sessions/rules/reasons.js';

export interface DocumentFacts {
  readonly document: DocumentData;
  readonly chosen: DocumentChoice;
  readonly holder: { readonly firstName: string | null; readonly lastName: string | null };
  readonly hasPortrait: boolean;
  readonly isOfAnotherUser: boolean;
  readonly now: Date;
}

type Rule = readonly [reason: DocumentReason, isBroken: (facts: DocumentFacts) => boolean];

/**
 * The rules for accepting a document, in the order in which they are checked. The user is given the reason of the first
 * rule that is broken.
 */
const rules: readonly Rule[] = [
  ['document_type_not_accepted', ({ document, chosen }) => document.type !== chosen.type],
  ['document_type_not_accepted', ({ document, chosen }) => stateOf(document.country) !== stateOf(chosen.country)],
  ['document_expired', ({ document, now }) => isExpired(document, now)],
  ['portrait_missing', ({ hasPortrait }) => !hasPortrait],
  ['document_data_mismatch', ({ document, holder }) => !namesMatch(holder, document)],
  ['duplicate_document', ({ isOfAnotherUser }) => isOfAnotherUser],
];

/** Returns the reason to refuse a document that was read, or `undefined` if it is acceptable. */
export const documentFault = (facts: DocumentFacts): DocumentReason | undefined =>
  rules.find(([, isBroken]) => isBroken(facts))?.[0];

/** A fault in the pictures of a document that is more exact than the reason of the refusal. */
export type DocumentFault = 'front_again';

/** A fault for the page, which explains it in its own words. */
export interface DocumentFaultSeen {
  readonly fault: DocumentFault;
}

/** A fault in the pictures of a document, when it is more exact than the reason. */
export type DocumentFault = 'front_again';

/** For the page, which has its own words for it. */
export interface DocumentFaultSeen {
  readonly fault: DocumentFault;
}

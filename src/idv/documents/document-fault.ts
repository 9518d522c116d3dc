/** A fault in the pictures of a document, where it can be told better than by the reason. */
export type DocumentFault = 'front_again';

/** For the page, which tells it in words of its own. */
export interface DocumentFaultSeen {
  readonly fault: DocumentFault;
}

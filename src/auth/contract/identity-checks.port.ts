/** A user who has lost a second factor. */
export interface CheckedUser {
  readonly sub: string;
  readonly userId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
}

export interface AskedCheck {
  /** The application whose settings the check follows. */
  readonly clientId: string;
  /** The address to which the browser goes at the end, whatever the result is. */
  readonly redirectUrl: string;
}

export interface OpenedCheck {
  readonly sessionId: string;
  /** The page that the browser is sent to. */
  readonly url: string;
}

/**
 * Verifies again who a user is: by a document, and by a face that is the one of the document and the one that the user
 * keeps. How it ends is told by `idv.idv-finished.v1`.
 */
export abstract class IdentityChecks {
  /** False for a user who keeps no face, or whose face cannot be compared. */
  abstract isOffered(user: CheckedUser): Promise<boolean>;

  abstract open(user: CheckedUser, asked: AskedCheck): Promise<OpenedCheck>;
}

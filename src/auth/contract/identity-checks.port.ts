/** A user who has lost a second factor. */
export interface CheckedUser {
  readonly sub: string;
  readonly userId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
}

export interface AskedCheck {
  /** The client whose settings apply to the check. */
  readonly clientId: string;
  /** The URL to which the browser is redirected after the check, whatever its result. */
  readonly redirectUrl: string;
}

export interface OpenedCheck {
  readonly sessionId: string;
  /** The URL of the check's first page. */
  readonly url: string;
}

/**
 * Verifies a user's identity again, using a document and a face that must match both the document and the user's stored
 * face. The event `idv.idv-finished.v1` reports the result.
 */
export abstract class IdentityChecks {
  /**
   * Whether a user's identity can be checked. False if the user has no stored face, or if the face cannot be compared.
   */
  abstract isOffered(user: CheckedUser): Promise<boolean>;

  abstract open(user: CheckedUser, asked: AskedCheck): Promise<OpenedCheck>;
}

/** A request for a code by mail. */
export interface CodeRequest {
  /** Undefined if nobody is to get a code. The same work is done, so that the duration reveals nothing. */
  readonly sub: string | undefined;
  /** The sign-in that requests the code. The code is valid only there. */
  readonly boundTo: string;
}

export interface CodeAttempt extends CodeRequest {
  readonly code: string;
}

/** Codes that are mailed to the address on record. Entering one proves access to that mail. */
export abstract class MailedCodes {
  /** Requests the mail. Its code voids the previous one. Only an ACTIVE user with an address gets one. */
  abstract ask(request: CodeRequest): Promise<void>;

  /** Checks a code without using it up. A wrong code is counted. */
  abstract isRight(attempt: CodeAttempt): Promise<boolean>;

  /** Checks a code and uses it up. */
  abstract redeem(attempt: CodeAttempt): Promise<boolean>;
}

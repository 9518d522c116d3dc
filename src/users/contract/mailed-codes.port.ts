/** A request for a code by mail. */
export interface CodeRequest {
  /** Undefined: nobody is to get a code. The same work is done. */
  readonly sub: string | undefined;
  /** The sign-in that asks. Its code works nowhere else. */
  readonly boundTo: string;
}

export interface CodeAttempt extends CodeRequest {
  readonly code: string;
}

/** Codes by mail to the address on record. Whoever enters one has proven to read that mail. */
export abstract class MailedCodes {
  /** Requests the mail. Its code voids the previous one. Only an ACTIVE user with an address gets one. */
  abstract ask(request: CodeRequest): Promise<void>;

  /** Whether a code is right; a wrong one counts. It can still be redeemed. */
  abstract isRight(attempt: CodeAttempt): Promise<boolean>;

  /** Whether a code is right. It stops working. */
  abstract redeem(attempt: CodeAttempt): Promise<boolean>;
}

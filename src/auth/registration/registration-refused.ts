/** An answer of the registration endpoint that is no success, in the form of OAuth. */
export class RegistrationRefused extends Error {
  constructor(
    readonly status: 400 | 401 | 403,
    readonly error: string,
    readonly description: string,
  ) {
    super(description);
  }

  /** One answer for all: a token that is spent, over or of somebody else tells nothing. */
  static token(): RegistrationRefused {
    return new RegistrationRefused(401, 'invalid_token', 'the token is not valid here, or was used up');
  }

  static takenOver(): RegistrationRefused {
    return new RegistrationRefused(403, 'access_denied', 'an operator has changed this client and manages it now');
  }

  static request(description: string): RegistrationRefused {
    return new RegistrationRefused(400, 'invalid_request', description);
  }
}

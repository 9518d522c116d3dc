/** An error answer of the registration endpoint, in the form that OAuth defines. */
export class RegistrationRefused extends Error {
  constructor(
    readonly status: 400 | 401 | 403,
    readonly error: string,
    readonly description: string,
  ) {
    super(description);
  }

  /** The same error in all cases, so that it does not show whether a token is used up, expired or somebody else's. */
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

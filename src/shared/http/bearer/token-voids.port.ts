import type { DomainError } from '../../kernel/errors.js';
import type { AccessToken } from './access-token.js';
import type { Refused } from './refused.js';

/** Tokens that ended before their time: denied ones, and all that were issued before a cut-off. Answers from memory. */
export abstract class TokenVoids {
  /** Why the token is void, as the error to raise. `undefined` when it is good. */
  abstract whyVoid(token: AccessToken): Refused | DomainError | undefined;
}

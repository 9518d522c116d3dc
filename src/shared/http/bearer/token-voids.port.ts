import type { DomainError } from '../../kernel/errors.js';
import type { AccessToken } from './access-token.js';

/** Tokens that ended before their time: denied ones, and all that were issued before a cut-off. Answers from memory. */
export abstract class TokenVoids {
  /** Why the token is void: the error to answer with. `undefined` when it is good. */
  abstract whyVoid(token: AccessToken): DomainError | undefined;
}

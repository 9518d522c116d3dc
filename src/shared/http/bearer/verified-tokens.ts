import { hash } from 'node:crypto';
import { LruMap } from '../../kernel/lru-map.js';
import type { AccessToken } from './access-token.js';

const MOST = 10_000;

/**
 * Tokens whose signature has been checked, by the hash of their text: a check costs more than all else of a small
 * request. Whatever can change about a token is no part of this and is looked at on every use.
 */
export class VerifiedTokens {
  readonly #byHash = new LruMap<string, AccessToken>(MOST);

  async get(raw: string, verify: (raw: string) => Promise<AccessToken>): Promise<AccessToken> {
    const digest = hash('sha256', raw, 'base64');
    const known = this.#byHash.get(digest);
    if (known) return known;
    const token = await verify(raw);
    this.#byHash.set(digest, token);
    return token;
  }
}

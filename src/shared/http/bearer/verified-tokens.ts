import { createHash } from 'node:crypto';
import type { AccessToken } from './access-token.js';

const MOST = 10_000;

/**
 * Tokens whose signature has been checked, by the hash of their text: a check costs more than all else of a small
 * request. Whatever can change about a token is no part of this and is looked at on every use. The least recently used
 * one goes first.
 */
export class VerifiedTokens {
  readonly #byHash = new Map<string, AccessToken>();

  constructor(private readonly most = MOST) {}

  async get(raw: string, verify: (raw: string) => Promise<AccessToken>): Promise<AccessToken> {
    const hash = createHash('sha256').update(raw).digest('base64');
    const known = this.#byHash.get(hash);
    const token = known ?? (await verify(raw));
    this.#byHash.delete(hash);
    this.#byHash.set(hash, token);
    if (this.#byHash.size > this.most) this.#dropOldest();
    return token;
  }

  get size(): number {
    return this.#byHash.size;
  }

  #dropOldest(): void {
    const [oldest] = this.#byHash.keys();
    if (oldest !== undefined) this.#byHash.delete(oldest);
  }
}

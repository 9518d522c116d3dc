import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify, type JWTVerifyResult } from 'jose';
import { Clock } from '../kernel/index.js';
import { Refused } from './access-token.js';

const MOST_PER_GENERATION = 250_000;
/** Maximum difference between the time in a proof and our time, in either direction, to allow for clock skew. */
const WINDOW_SECONDS = 60;

export interface ProvenRequest {
  readonly method: string;
  /** The URL that the caller used, not the one to which a proxy forwards the request. */
  readonly url: string;
  readonly token: string;
  readonly proof: string;
}

/** Checks that the caller holds the private key that the token is bound to (RFC 9449, 4.3 and 7). */
@Injectable()
export class DpopProofs {
  readonly #seen = new ReplayedProofs(2 * WINDOW_SECONDS * 1000);

  constructor(private readonly clock: Clock) {}

  async check(request: ProvenRequest, keyThumbprint: string): Promise<void> {
    const { payload, protectedHeader } = await verified(request.proof);
    const now = this.clock.now().getTime();
    const { jti, iat = 0 } = payload;
    if (payload['htm'] !== request.method) throw refused('It is for another method');
    if (!sameTarget(payload['htu'], request.url)) throw refused('It is for another address');
    if (Math.abs(now / 1000 - iat) > WINDOW_SECONDS) throw refused('It is too old, or from the future');
    if (payload['ath'] !== hash(request.token)) throw refused('It is for another token');
    if ((await calculateJwkThumbprint(protectedHeader.jwk ?? {})) !== keyThumbprint)
      throw refused('It is of another key');
    if (!jti || !this.#seen.firstSeen(hash(`${keyThumbprint} ${jti}`), now)) throw refused('It was used before');
  }
}

async function verified(proof: string): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
      requiredClaims: ['jti', 'htm', 'htu', 'iat', 'ath'],
    });
  } catch {
    throw refused('It is malformed or not signed with its own key');
  }
}

/**
 * Whether the URL in the proof is that of the request. Both URLs are normalised first (RFC 3986, 6.2.2 and 6.2.3).
 * Query and fragment are ignored.
 */
function sameTarget(claimed: unknown, actual: string): boolean {
  if (typeof claimed !== 'string' || !URL.canParse(claimed)) return false;
  const [left, right] = [new URL(claimed), new URL(actual)];
  return left.origin === right.origin && left.pathname === right.pathname;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
const refused = (why: string): Refused => new Refused('invalid_dpop_proof', why);

/**
 * Stores recent proofs in two sets. When the newer set is full or as old as a proof may be, the older set is dropped.
 * Each process has its own sets, so a proof could be replayed at another process. To do so, however, an attacker must
 * break TLS, act within two minutes, and repeat exactly the same request.
 */
export class ReplayedProofs {
  #young = new Set<string>();
  #old = new Set<string>();
  #bornAt = 0;

  constructor(
    private readonly lifeMs: number,
    private readonly most = MOST_PER_GENERATION,
  ) {}

  /** Stores a proof. Returns false if the proof has been used before. */
  firstSeen(id: string, now: number): boolean {
    this.#age(now);
    if (this.#young.has(id) || this.#old.has(id)) return false;
    this.#young.add(id);
    return true;
  }

  #age(now: number): void {
    if (now - this.#bornAt < this.lifeMs && this.#young.size < this.most) return;
    this.#old = now - this.#bornAt < 2 * this.lifeMs ? this.#young : new Set();
    this.#young = new Set();
    this.#bornAt = now;
  }
}

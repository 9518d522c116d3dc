import { Inject, Injectable } from '@nestjs/common';
import { jwtVerify, type JWTVerifyResult } from 'jose';
import { Clock, newSecret, secretDigest } from '../../../shared/kernel/index.js';
import type { Tx } from '../../../shared/persistence/index.js';
import { type DeviceKey, readDeviceKey } from '../device-key.js';
import { DeviceErrors } from '../../contract/users.errors.js';
import type { DeviceNonce } from '../../contract/devices.port.js';
import { CONFIG, type Config } from '../../../config.js';

const NONCE_SECONDS = 300;

/** Maximum number of unused nonces per user. Older ones are deleted. */
const NONCES_OF_A_USER = 5;

/** Tolerance, in seconds, for the time in a proof, to allow for fast or slow clocks of devices. */
const WINDOW_SECONDS = 300;

const LONGEST = 4096;

/**
 * Checks the proof that a device has the private key of a new public key. The proof is signed with this key, names the
 * user and this service, and can be used once.
 */
@Injectable()
export class DeviceProofs {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a nonce. The caller must have locked the user in this transaction, so that concurrent calls cannot exceed
   * the maximum number of nonces.
   */
  async invite(tx: Tx, sub: string): Promise<DeviceNonce> {
    const nonce = newSecret();
    const expiresAt = new Date(this.clock.now().getTime() + NONCE_SECONDS * 1000);
    await tx.rows(KEEP_NONCE, [secretDigest(nonce), sub, expiresAt]);
    return { nonce, expiresAt };
  }

  /** Checks everything in a proof except the nonce. Returns the nonce, which the caller must redeem. */
  async verify(proof: string, { jwk, key }: DeviceKey, sub: string): Promise<string> {
    const { payload, protectedHeader } = await this.#signedWith(key, proof);
    const named = readDeviceKey(protectedHeader.jwk).jwk;
    if (named.x !== jwk.x || named.y !== jwk.y) throw refused('Its header names another key');
    if (payload.sub !== sub) throw refused('It is for another user');
    if (payload.aud !== this.config.mobileUrl) throw refused('It is for another audience');
    const age = this.clock.now().getTime() / 1000 - (payload.iat ?? 0);
    if (Math.abs(age) > WINDOW_SECONDS) throw refused('It is too old, or from the future');
    if (typeof payload['nonce'] !== 'string') throw refused('Its nonce is missing');
    return payload['nonce'];
  }

  async redeem(tx: Tx, sub: string, nonce: string): Promise<void> {
    const found = await tx.rows(USE_NONCE, [secretDigest(nonce), sub, this.clock.now()]);
    if (found.length === 0) throw refused('Its nonce is unknown, expired or used');
  }

  async #signedWith(key: DeviceKey['key'], proof: string): Promise<JWTVerifyResult> {
    if (proof.length > LONGEST) throw refused('It is too long');
    try {
      return await jwtVerify(proof, key, {
        typ: 'device-proof+jwt',
        algorithms: ['ES256'],
        currentDate: this.clock.now(),
      });
    } catch {
      throw refused('It is malformed, of another type or algorithm, or not signed with the key');
    }
  }
}

const refused = (why: string) => DeviceErrors.proofRefused(why);

const KEEP_NONCE = `
  WITH surplus AS (
    DELETE FROM users.device_nonce WHERE nonce_hash IN (
      SELECT nonce_hash FROM users.device_nonce WHERE sub = $2
      ORDER BY expires_at DESC OFFSET ${NONCES_OF_A_USER - 1})
  )
  INSERT INTO users.device_nonce (nonce_hash, sub, expires_at) VALUES ($1, $2, $3)`;

const USE_NONCE = `
  DELETE FROM users.device_nonce WHERE nonce_hash = $1 AND sub = $2 AND expires_at > $3 RETURNING 1`;

import { type KeyObject, sign } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { JWK } from 'jose';
import { Repository } from 'typeorm';
import { EvidenceKeys, type PublishedKey, type SignedReceipt } from '../../contract/index.js';
import type { JsonObject } from '../../../shared/kernel/index.js';
import { Database, isDuplicate, UnitOfWork, withoutDeferral } from '../../../shared/persistence/index.js';
import { Sealer } from '../../../shared/security/index.js';
import { newKeyPair, privateKeyOf } from '../key-pair.js';
import { EvidenceKey } from './evidence-key.entity.js';

/** The topic of the signal that makes each process reload the evidence keys. */
export const EVIDENCE_KEYS_CHANGED = 'auth.evidence-keys-changed';

interface ActiveKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly published: PublishedKey;
}

/**
 * Manages the keys that sign evidence receipts. They are never deleted, because receipts may be verified years later.
 * After a rotation, processes that do not know the new key yet may use the old one for an hour.
 */
@Injectable()
export class EvidenceSigningKeys extends EvidenceKeys {
  #active: Promise<ActiveKey> | undefined;

  constructor(
    @InjectRepository(EvidenceKey) private readonly rows: Repository<EvidenceKey>,
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly sealer: Sealer,
  ) {
    super();
  }

  async sign(claims: JsonObject, type: string): Promise<SignedReceipt> {
    const { kid, privateKey, published } = await this.#signing();
    const signed = [{ alg: 'ES256', kid, typ: type }, claims].map(encoded).join('.');
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return { jws: `${signed}.${signature.toString('base64url')}`, key: published };
  }

  /** The public keys of all current and former signing keys, newest first. */
  async published(): Promise<PublishedKey[]> {
    return (await this.rows.find({ select: PUBLISHED, order: { createdAt: 'DESC' } })).map(publishedKey);
  }

  /**
   * Makes a new key the active one, and returns its id. If two processes do so at the same time, both get the id of the
   * same key.
   */
  async rotate(): Promise<string> {
    const { kid, publicJwk, privateJwk } = await newKeyPair('ES256');
    const sealed = this.sealer.seal(JSON.stringify(privateJwk), EvidenceKey.sealContext(kid));
    try {
      await this.uow.run(async (tx) => {
        await tx.rows(RETIRE);
        await tx.rows(ADD, [kid, publicJwk, sealed]);
        tx.pending.signals.push({ topic: EVIDENCE_KEYS_CHANGED, payload: {} });
        tx.pending.audit.push({ kind: 'auth.evidence-key-made', details: { kid } });
      });
      return kid;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return (await this.#made()).kid;
    }
  }

  async rotateAfter(days: number): Promise<void> {
    const due = await this.db.rows(DUE, [days]);
    if (due.length > 0) await this.rotate();
  }

  reload(): void {
    this.#active = undefined;
  }

  #signing(): Promise<ActiveKey> {
    this.#active ??= withoutDeferral(() => this.#load()).catch((error: unknown) => {
      this.#active = undefined;
      throw error;
    });
    return this.#active;
  }

  async #load(): Promise<ActiveKey> {
    const stored = (await this.#stored()) ?? (await this.#first());
    const jwk = this.sealer.openJson(stored.sealedJwk, EvidenceKey.sealContext(stored.kid)) as JWK;
    return { kid: stored.kid, privateKey: privateKeyOf(jwk), published: publishedKey(stored) };
  }

  async #stored(): Promise<EvidenceKey | undefined> {
    const row = await this.db.one<SigningRow>(SIGNING);
    if (!row) return undefined;
    const { sealed: sealedJwk, jwk: publicJwk, ...times } = row;
    return Object.assign(new EvidenceKey(), { ...times, sealedJwk, publicJwk });
  }

  async #first(): Promise<EvidenceKey> {
    await this.rotate();
    return this.#made();
  }

  async #made(): Promise<EvidenceKey> {
    const stored = await this.#stored();
    if (!stored) throw new Error('There is no evidence key, although one was just made');
    return stored;
  }
}

/** The columns to publish. The encrypted private key is not among them. */
const PUBLISHED = { kid: true, publicJwk: true, createdAt: true, retiredAt: true } as const;

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const publishedKey = ({ publicJwk, createdAt, retiredAt }: EvidenceKey): PublishedKey => ({
  ...publicJwk,
  created_at: createdAt.toISOString(),
  ...(retiredAt && { retired_at: retiredAt.toISOString() }),
});

type SigningRow = Pick<EvidenceKey, 'kid' | 'createdAt' | 'retiredAt'> & {
  readonly sealed: Buffer;
  readonly jwk: JsonObject;
};

const PUBLIC = 'public_jwk AS jwk, created_at AS "createdAt", retired_at AS "retiredAt"';
// Hot path, measured by: npm run bench -- notifications.
const SIGNING = `SELECT kid, sealed_jwk AS sealed, ${PUBLIC} FROM auth.evidence_key WHERE retired_at IS NULL`;
/**
 * Uses the clock of the database, which also dates the receipts. Verifiers check that a receipt was dated while its key
 * was allowed to sign.
 */
const RETIRE = `UPDATE auth.evidence_key SET retired_at = now() + interval '1 hour' WHERE retired_at IS NULL`;
/**
 * Sets the creation time of a key back by a minute, because the first receipt may be dated shortly before the key that
 * signs it.
 */
const ADD = `
  INSERT INTO auth.evidence_key (kid, public_jwk, sealed_jwk, created_at) VALUES ($1, $2, $3, now() - interval '1 minute')`;
const DUE = `
  SELECT FROM auth.evidence_key WHERE retired_at IS NULL AND created_at < now() - make_interval(days => $1)`;

import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, importPKCS8 } from 'jose';
import { Injectable } from '@nestjs/common';
import { sealedColumn } from '../../shared/kernel/index.js';
import { advisoryLocks, type Sql, UnitOfWork } from '../../shared/persistence/index.js';
import { Sealer } from '../../shared/security/index.js';
import type { SigningKey } from './checkpoint.js';

const sealedAt = sealedColumn('shared.audit_key', 'private_key', 'kid', (kid) => `shared/audit-key:${kid}`);

interface StoredKey {
  readonly kid: string;
  readonly sealed: Buffer;
}

/**
 * The key that signs checkpoints. It is created once; the private half is stored encrypted, the public half is kept for
 * ever.
 */
@Injectable()
export class CheckpointKeys {
  #key: Promise<SigningKey> | undefined;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly sealer: Sealer,
  ) {}

  signingKey(): Promise<SigningKey> {
    this.#key ??= this.#load().catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }

  async #load(): Promise<SigningKey> {
    const { kid, sealed } = await this.uow.run(async (tx) => {
      await tx.rows('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.auditKey]);
      const stored = (await newestKey(tx)) ?? (await this.#make(tx));
      if (this.sealer.isStale(stored.sealed)) await this.#reseal(tx, stored);
      return stored;
    });
    return { kid, privateKey: await importPKCS8(this.sealer.openText(sealed, sealedAt(kid)), 'ES256') };
  }

  async #make(sql: Sql): Promise<StoredKey> {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const kid = await calculateJwkThumbprint(jwk);
    const sealed = this.sealer.seal(await exportPKCS8(privateKey), sealedAt(kid));
    await sql.rows('INSERT INTO shared.audit_key (kid, public_key, private_key) VALUES ($1, $2, $3)', [
      kid,
      jwk,
      sealed,
    ]);
    return { kid, sealed };
  }

  async #reseal(sql: Sql, { kid, sealed }: StoredKey): Promise<void> {
    await sql.rows('UPDATE shared.audit_key SET private_key = $2 WHERE kid = $1', [
      kid,
      this.sealer.reseal(sealed, sealedAt(kid)),
    ]);
  }
}

async function newestKey(sql: Sql): Promise<StoredKey | undefined> {
  const [key] = await sql.rows<StoredKey>(
    'SELECT kid, private_key AS sealed FROM shared.audit_key ORDER BY made_at DESC LIMIT 1',
  );
  return key;
}

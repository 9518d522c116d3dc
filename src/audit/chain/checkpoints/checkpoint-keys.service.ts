import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, importPKCS8 } from 'jose';
import { Injectable } from '@nestjs/common';
import { advisoryLocks, type Tx, UnitOfWork } from '../../../shared/persistence/index.js';
import { Sealer } from '../../../shared/security/index.js';
import { AuditKey } from './audit-checkpoint.entity.js';
import type { SigningKey } from './checkpoint.js';

/**
 * The key that signs checkpoints. It is created once. Its private key is stored encrypted; its public key is never
 * deleted.
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
      const key = (await newestKey(tx)) ?? (await this.#make(tx));
      if (this.sealer.isStale(key.sealed)) await this.#reseal(tx, key);
      return key;
    });
    return { kid, privateKey: await importPKCS8(this.sealer.openText(sealed, AuditKey.sealContext(kid)), 'ES256') };
  }

  async #make(tx: Tx): Promise<AuditKey> {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const kid = await calculateJwkThumbprint(jwk);
    const sealed = this.sealer.seal(await exportPKCS8(privateKey), AuditKey.sealContext(kid));
    const key = Object.assign(new AuditKey(), { kid, publicKey: jwk, sealed });
    await tx.add(key);
    return key;
  }

  async #reseal(tx: Tx, { kid }: AuditKey): Promise<void> {
    const key = await tx.lock(AuditKey, { kid });
    if (!key) return;
    key.sealed = this.sealer.reseal(key.sealed, AuditKey.sealContext(kid));
    await tx.save(key);
  }
}

const newestKey = async (tx: Tx): Promise<AuditKey | undefined> =>
  (await tx.manager.find(AuditKey, { order: { madeAt: 'DESC' }, take: 1 }))[0];

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { type AllTenants, Tenant } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import { ChipReading, type ReadingStatus } from './chip-reading.entity.js';

export interface NewReading {
  readonly codeHash: string;
  readonly number: string;
  readonly madeAt: Date;
  readonly expiresAt: Date;
}

/** A reading that one request of the app has claimed, so that no other request can use it. */
export interface TakenReading {
  readonly ref: SessionRef;
  readonly sealedSecrets: Buffer | null;
}

/**
 * The only access to chip readings. Codes and tokens are looked up in all tenants, because the app does not know its
 * user's tenant.
 */
@Injectable()
export class ChipReadingRepository {
  constructor(@InjectRepository(ChipReading) private readonly rows: Repository<ChipReading>) {}

  async find({ tenant, sessionId }: SessionRef): Promise<ChipReading | undefined> {
    return (await this.rows.findOneBy({ ...of(tenant), sessionId })) ?? undefined;
  }

  async replace(tx: Tx, { tenant, sessionId }: SessionRef, given: NewReading): Promise<void> {
    const { codeHash, number, madeAt, expiresAt } = given;
    await tx.rows(REPLACE, [sessionId, tenant.enterpriseId, tenant.test, codeHash, number, madeAt, expiresAt]);
  }

  /**
   * Assigns the reading to the first app that sends the code. Returns `undefined` if another app has already sent the
   * code, or if the code has expired.
   */
  async open(
    tx: Tx,
    _scope: AllTenants,
    codeHash: string,
    tokenHash: string,
    times: { readonly now: Date; readonly until: Date },
  ): Promise<SessionRef | undefined> {
    return refOf(await tx.rows<Row>(OPEN, [codeHash, tokenHash, times.now, times.until]));
  }

  /** Changes the status of the reading to `TAKEN`. A second request with the same token then gets `undefined`. */
  async take(
    tx: Tx,
    _scope: AllTenants,
    tokenHash: string,
    from: ReadingStatus,
    now: Date,
  ): Promise<TakenReading | undefined> {
    const rows = await tx.rows<Row>(TAKE, [tokenHash, from, now]);
    const ref = refOf(rows);
    return ref && { ref, sealedSecrets: rows[0]?.secrets ?? null };
  }

  lock(tx: Tx, { tenant, sessionId }: SessionRef): Promise<ChipReading | null> {
    return tx.lock(ChipReading, { ...of(tenant), sessionId });
  }

  remove(tx: Tx, { tenant, sessionId }: SessionRef): void {
    tx.removeAll(ChipReading, { ...of(tenant), sessionId });
  }
}

interface Row {
  readonly id: string;
  readonly enterprise: string;
  readonly test: boolean;
  readonly secrets: Buffer | null;
}

const of = ({ enterpriseId, test }: Tenant) => ({ enterpriseId, test });

const refOf = ([row]: readonly Row[]): SessionRef | undefined =>
  row && { tenant: Tenant.of(row.enterprise, row.test), sessionId: row.id };

const TAKEN_ROW = 'session_id AS id, enterprise_id AS enterprise, test, sealed_secrets AS secrets';

const REPLACE = `
  INSERT INTO idv.chip_reading
    (session_id, enterprise_id, test, code_hash, number, status, tries, made_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, 'OFFERED', 1, $6, $7)
  ON CONFLICT (session_id) DO UPDATE SET code_hash = EXCLUDED.code_hash, number = EXCLUDED.number, status = 'OFFERED',
    token_hash = NULL, sealed_secrets = NULL, tries = chip_reading.tries + 1,
    made_at = EXCLUDED.made_at, expires_at = EXCLUDED.expires_at`;

const OPEN = `
  UPDATE idv.chip_reading SET status = 'OPEN', token_hash = $2, expires_at = $4
  WHERE code_hash = $1 AND status = 'OFFERED' AND expires_at > $3 RETURNING ${TAKEN_ROW}`;

const TAKE = `
  UPDATE idv.chip_reading SET status = 'TAKEN'
  WHERE token_hash = $1 AND status = $2 AND expires_at > $3 RETURNING ${TAKEN_ROW}`;

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { AllTenants } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import { Handover } from './handover.entity.js';

/**
 * The only access to handovers. A handover can be found without a tenant by its link, or by the secret of the browser
 * that has opened the link.
 */
@Injectable()
export class HandoverRepository {
  constructor(@InjectRepository(Handover) private readonly rows: Repository<Handover>) {}

  async find({ tenant, sessionId }: SessionRef): Promise<Handover | undefined> {
    const where = { enterpriseId: tenant.enterpriseId, test: tenant.test, sessionId };
    return (await this.rows.findOneBy(where)) ?? undefined;
  }

  async findByPhone(_scope: AllTenants, phoneHash: string): Promise<Handover | undefined> {
    return (await this.rows.findOneBy({ phoneHash })) ?? undefined;
  }

  async findByToken(_scope: AllTenants, tokenHash: string): Promise<Handover | undefined> {
    return (await this.rows.findOneBy({ tokenHash })) ?? undefined;
  }

  async replace(
    tx: Tx,
    { tenant, sessionId }: SessionRef,
    tokenHash: string,
    madeAt: Date,
    until: Date,
  ): Promise<void> {
    await tx.rows(REPLACE, [sessionId, tenant.enterpriseId, tenant.test, tokenHash, madeAt, until]);
  }

  /**
   * Opens a link for the first browser that uses it, and returns the session ID. Returns `undefined` for all other
   * browsers, and if the link has expired.
   */
  async open(tx: Tx, _scope: AllTenants, tokenHash: string, phone: Phone, now: Date): Promise<string | undefined> {
    const [opened] = await tx.rows<{ id: string }>(OPEN, [tokenHash, phone.hash, phone.number, now]);
    return opened?.id;
  }

  lock(tx: Tx, { tenant, sessionId }: SessionRef): Promise<Handover | null> {
    return tx.lock(Handover, { enterpriseId: tenant.enterpriseId, test: tenant.test, sessionId });
  }

  remove(tx: Tx, { tenant, sessionId }: SessionRef): void {
    tx.removeAll(Handover, { enterpriseId: tenant.enterpriseId, test: tenant.test, sessionId });
  }
}

interface Phone {
  readonly hash: string;
  readonly number: string;
}

const REPLACE = `
  INSERT INTO idv.handover (session_id, enterprise_id, test, token_hash, made_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (session_id) DO UPDATE SET token_hash = EXCLUDED.token_hash, phone_hash = NULL, number = NULL,
    made_at = EXCLUDED.made_at, expires_at = EXCLUDED.expires_at`;

const OPEN = `
  UPDATE idv.handover SET phone_hash = $2, number = $3
  WHERE token_hash = $1 AND phone_hash IS NULL AND expires_at > $4 RETURNING session_id AS id`;

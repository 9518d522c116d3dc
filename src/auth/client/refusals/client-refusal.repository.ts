import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AllTenants } from '../../../shared/kernel/index.js';
import { Database } from '../../../shared/persistence/index.js';
import { ClientRefusal } from '../client.entity.js';

/** Maximum number of reasons stored per client. */
export const KEPT_REFUSALS = 20;

/** Stores the reasons why clients were refused tokens, one row per client and reason. */
@Injectable()
export class ClientRefusalRepository {
  constructor(
    @InjectRepository(ClientRefusal) private readonly rows: Repository<ClientRefusal>,
    private readonly db: Database,
  ) {}

  /** The refusals of a client, latest first. */
  of(_scope: AllTenants, clientId: string): Promise<ClientRefusal[]> {
    return this.rows.find({ where: { clientId }, order: { refusedAt: 'DESC' }, take: KEPT_REFUSALS });
  }

  /**
   * Records why a request of a registered client was rejected. Deletes the oldest reasons of this client beyond the
   * limit.
   */
  async keep(
    _scope: AllTenants,
    { clientId, error, reason, requestId }: Omit<ClientRefusal, 'refusedAt'>,
  ): Promise<void> {
    await this.db.rows(KEEP, [clientId, error, reason, requestId]);
    await this.db.rows(DROP, [clientId, KEPT_REFUSALS]);
  }
}

const KEEP = `
  INSERT INTO auth.client_refusal (client_id, error, reason, request_id, refused_at)
  SELECT client_id, $2, $3, $4, now() FROM auth.client WHERE client_id = $1
  ON CONFLICT (client_id, error, reason) DO UPDATE
    SET request_id = excluded.request_id, refused_at = excluded.refused_at`;

const DROP = `
  DELETE FROM auth.client_refusal WHERE client_id = $1 AND (error, reason) NOT IN (
    SELECT error, reason FROM auth.client_refusal WHERE client_id = $1 ORDER BY refused_at DESC LIMIT $2)`;

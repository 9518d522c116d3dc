import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, type Repository } from 'typeorm';
import type { DomainError, Tenant } from '../../shared/kernel/index.js';
import { advisoryLocks, type Tx } from '../../shared/persistence/index.js';
import { OwnApi } from './own-api.entity.js';

/** Reads and writes the enterprises' own APIs. No other class accesses their table. */
@Injectable()
export class ApiRepository {
  constructor(@InjectRepository(OwnApi) private readonly rows: Repository<OwnApi>) {}

  find({ enterpriseId, test }: Tenant, id: string): Promise<OwnApi | null> {
    return this.rows.findOneBy({ enterpriseId, test, id });
  }

  findByResource({ enterpriseId, test }: Tenant, resource: string): Promise<OwnApi | null> {
    return this.rows.findOneBy({ enterpriseId, test, resource });
  }

  page({ enterpriseId, test }: Tenant, limit: number, after?: string): Promise<OwnApi[]> {
    const where = { enterpriseId, test, ...(after !== undefined && { id: MoreThan(after) }) };
    return this.rows.find({ where, order: { id: 'ASC' }, take: limit });
  }

  all({ enterpriseId, test }: Tenant): Promise<OwnApi[]> {
    return this.rows.findBy({ enterpriseId, test });
  }

  /**
   * Locks the tenant's APIs until the transaction ends. Meanwhile, other changes to these APIs, or to the API scopes of
   * the tenant's clients, wait.
   */
  async allLocked(tx: Tx, tenant: Tenant): Promise<OwnApi[]> {
    await tx.rows('SELECT pg_advisory_xact_lock($1, hashtext($2))', [advisoryLocks.apisOfTenant, tenant.key]);
    const { enterpriseId, test } = tenant;
    return tx.manager.findBy(OwnApi, { enterpriseId, test });
  }

  lock(tx: Tx, { enterpriseId, test }: Tenant, id: string): Promise<OwnApi | null> {
    return tx.lock(OwnApi, { enterpriseId, test, id });
  }

  /** Throws the given error `duplicate` if any enterprise already has an API with this resource URL. */
  add(tx: Tx, api: OwnApi, duplicate: () => DomainError): Promise<void> {
    return tx.add(api, duplicate);
  }

  /** Returns the id of a client that holds any of these scopes. */
  async holderOf(tx: Tx, { enterpriseId, test }: Tenant, scopes: readonly string[]): Promise<string | undefined> {
    const [holder] = await tx.rows<{ clientId: string }>(HOLDER, [enterpriseId, test, scopes]);
    return holder?.clientId;
  }
}

const HOLDER = `
  SELECT client_id AS "clientId" FROM auth.client
  WHERE enterprise_id = $1 AND test = $2 AND api_scopes && $3::text[] LIMIT 1`;

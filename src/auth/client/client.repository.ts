import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { advisoryLocks, Database, type Sql, type Tx } from '../../shared/persistence/index.js';
import { type AllTenants, Tenant } from '../../shared/kernel/index.js';
import { Client, LastClientUse } from './client.entity.js';
import type { AuthMethod, GrantType } from './client-profile.js';

/** Filters for a list of clients. An omitted filter matches all clients. */
export interface ClientFilter {
  /** Matches a part of the name, ignoring case, or the whole id. */
  readonly q?: string | undefined;
  readonly scope?: string | undefined;
  readonly grantType?: GrantType | undefined;
  readonly authMethod?: AuthMethod | undefined;
}

/**
 * Clients of one enterprise. The live side also sees the enterprise's test clients, because it manages them; the test
 * side does not see live clients.
 */
@Injectable()
export class ClientRepository {
  constructor(
    @InjectRepository(Client) private readonly rows: Repository<Client>,
    @InjectRepository(LastClientUse) private readonly uses: Repository<LastClientUse>,
    private readonly db: Database,
  ) {}

  find(tenant: Tenant, clientId: string): Promise<Client | null> {
    return this.rows.findOneBy(seenBy(tenant, clientId));
  }

  lock(tx: Tx, tenant: Tenant, clientId: string): Promise<Client | null> {
    return tx.lock(Client, seenBy(tenant, clientId));
  }

  /** Uses an advisory lock, because the client may have no row to lock yet. */
  async lockOwn(tx: Tx, _scope: AllTenants, clientId: string): Promise<Client | null> {
    await tx.rows('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.internalClients]);
    return tx.lock(Client, { clientId });
  }

  /** The number of an enterprise's clients, live and test. Holds a lock: other transactions that add a client wait. */
  async countLocked(tx: Tx, { enterpriseId }: Tenant): Promise<number> {
    const lock = [advisoryLocks.clientsOfEnterprise, enterpriseId];
    await tx.rows('SELECT pg_advisory_xact_lock($1, hashtext($2))', lock);
    return tx.manager.countBy(Client, { enterpriseId });
  }

  /** Needs no tenant, because client ids are unique across tenants. */
  findById(_scope: AllTenants, clientId: string): Promise<Client | null> {
    return this.rows.findOneBy({ clientId });
  }

  async anyHasOrigin(_scope: AllTenants, origin: string): Promise<boolean> {
    const found = await this.db.rows('SELECT FROM auth.client WHERE allowed_origins @> ARRAY[$1] LIMIT 1', [origin]);
    return found.length > 0;
  }

  /** Live clients of all enterprises. */
  live(_scope: AllTenants, limit: number): Promise<Client[]> {
    return this.rows.find({ where: { test: false }, order: { clientId: 'ASC' }, take: limit });
  }

  /** Clients whose name contains the text, ignoring case. */
  named(tenant: Tenant, text: string, limit: number): Promise<Client[]> {
    return this.rows
      .createQueryBuilder('client')
      .where('client.enterpriseId = :enterpriseId AND (client.test OR NOT :test)')
      .andWhere('strpos(lower(client.clientName), lower(:text)) > 0')
      .setParameters({ enterpriseId: tenant.enterpriseId, test: tenant.test, text })
      .orderBy('client.clientId')
      .take(limit)
      .getMany();
  }

  /** One page of clients, ordered by id. Ids that the service generates are in the order of creation. */
  page(tenant: Tenant, filter: ClientFilter, after: string, limit: number): Promise<Client[]> {
    const query = this.rows
      .createQueryBuilder('client')
      .where('client.enterpriseId = :enterpriseId AND (client.test OR NOT :test) AND client.clientId > :after');
    for (const name of filterNames) if (filter[name] !== undefined) query.andWhere(FILTERS[name]);
    return query
      .setParameters({ ...filter, enterpriseId: tenant.enterpriseId, test: tenant.test, after })
      .orderBy('client.clientId')
      .take(limit)
      .getMany();
  }

  /** The time of each client's last use. Clients that were never used are missing in the map. */
  async lastUses(clients: readonly Client[]): Promise<ReadonlyMap<string, Date>> {
    const found = await this.uses.findBy({ clientId: In(clients.map(({ clientId }) => clientId)) });
    return new Map(found.map(({ clientId, usedAt }) => [clientId, usedAt]));
  }

  /** Whether any user has granted the client access and not revoked it. */
  async hasUsers(sql: Sql, _scope: AllTenants, clientId: string): Promise<boolean> {
    return (await sql.rows(HAS_USERS, [clientId])).length > 0;
  }

  /** Records the time of use, at most once a minute for each client, even if several processes report it. */
  async noteUsed(_scope: AllTenants, clientIds: readonly string[], at: Date): Promise<void> {
    await this.db.rows(NOTE_USED, [clientIds, at]);
  }
}

const FILTERS: Readonly<Record<keyof ClientFilter, string>> = {
  q: '(strpos(lower(client.clientName), lower(:q)) > 0 OR client.clientId = :q)',
  scope: ':scope = ANY (client.scopes)',
  grantType: ':grantType = ANY (client.grantTypes)',
  authMethod: 'client.authMethod = :authMethod',
};
const filterNames = Object.keys(FILTERS) as (keyof ClientFilter)[];

const HAS_USERS = `
  SELECT FROM auth.engine_record
  WHERE payload->>'clientId' = $1 AND model IN ('Grant', 'RefreshToken') AND (expires_at IS NULL OR expires_at > now())
  LIMIT 1`;

/** Ordered by id, so that two processes cannot deadlock. */
const NOTE_USED = `
  INSERT INTO auth.client_use AS u (client_id, used_at)
  SELECT client_id, $2 FROM auth.client WHERE client_id = ANY ($1::text[]) ORDER BY client_id
  ON CONFLICT (client_id) DO UPDATE SET used_at = excluded.used_at
    WHERE u.used_at < excluded.used_at - interval '1 minute'`;

const seenBy = ({ enterpriseId, test }: Tenant, clientId: string) => ({
  clientId,
  enterpriseId,
  ...(test && { test }),
});

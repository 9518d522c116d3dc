import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { advisoryLocks, Database, type Sql, type Tx } from '../../shared/persistence/index.js';
import { type AllTenants, Tenant } from '../../shared/kernel/index.js';
import { Client } from './client.entity.js';
import { LastClientUse } from './last-client-use.entity.js';
import type { AuthMethod, GrantType } from './client-profile.js';

/** Which clients a list shows. A filter that is left out matches any. */
export interface ClientFilter {
  /** Matches a part of the name, ignoring case, or the whole id. */
  readonly q?: string | undefined;
  readonly scope?: string | undefined;
  readonly grantType?: GrantType | undefined;
  readonly authMethod?: AuthMethod | undefined;
}

/** Clients of one enterprise. Its live side sees its test clients too, since it makes them; never the other way round. */
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

  /** One process at a time: there may be no row to lock yet. */
  async lockOwn(tx: Tx, _scope: AllTenants, clientId: string): Promise<Client | null> {
    await tx.rows('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.internalClients]);
    return tx.lock(Client, { clientId });
  }

  /** How many an enterprise has, live and test ones. Others who add one wait until the transaction ends. */
  async countLocked(tx: Tx, { enterpriseId }: Tenant): Promise<number> {
    const lock = [advisoryLocks.clientsOfEnterprise, enterpriseId];
    await tx.rows('SELECT pg_advisory_xact_lock($1, hashtext($2))', lock);
    return tx.manager.countBy(Client, { enterpriseId });
  }

  /** A client id names one client of all tenants. */
  findById(_scope: AllTenants, clientId: string): Promise<Client | null> {
    return this.rows.findOneBy({ clientId });
  }

  async anyHasOrigin(_scope: AllTenants, origin: string): Promise<boolean> {
    const found = await this.db.rows('SELECT FROM auth.client WHERE allowed_origins @> ARRAY[$1] LIMIT 1', [origin]);
    return found.length > 0;
  }

  /** Clients of all enterprises, without those of test mode. */
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

  /** In order of their ids, which is the order they were made in. */
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

  /** When each client was last used. Clients that were never used are left out. */
  async lastUses(clients: readonly Client[]): Promise<ReadonlyMap<string, Date>> {
    const found = await this.uses.findBy({ clientId: In(clients.map(({ clientId }) => clientId)) });
    return new Map(found.map(({ clientId, usedAt }) => [clientId, usedAt]));
  }

  /** Whether a user has let the client in, and has not taken that back. */
  async hasUsers(sql: Sql, _scope: AllTenants, clientId: string): Promise<boolean> {
    return (await sql.rows(HAS_USERS, [clientId])).length > 0;
  }

  /** Writes at most once a minute and client, by whichever process comes first. */
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

/** In the order of the ids, so that two processes cannot wait for each other. */
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

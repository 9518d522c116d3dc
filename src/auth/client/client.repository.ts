import { Injectable } from '@nestjs/common';
import { advisoryLocks, Database, type Tx } from '../../shared/persistence/index.js';
import { type AllTenants, Tenant } from '../../shared/kernel/index.js';
import { Client } from './client.entity.js';

/** Clients of one enterprise. Its live side sees its test clients too, since it makes them; never the other way round. */
@Injectable()
export class ClientRepository {
  constructor(private readonly db: Database) {}

  find(tenant: Tenant, clientId: string): Promise<Client | null> {
    return this.db.dataSource.manager.findOneBy(Client, seenBy(tenant, clientId));
  }

  lock(tx: Tx, tenant: Tenant, clientId: string): Promise<Client | null> {
    return tx.lock(Client, seenBy(tenant, clientId));
  }

  /** One process at a time: there may be no row to lock yet. */
  async lockOwn(tx: Tx, _scope: AllTenants, clientId: string): Promise<Client | null> {
    await tx.rows('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.ownClients]);
    return tx.lock(Client, { clientId });
  }

  /** A client id names one client of all tenants. */
  findById(_scope: AllTenants, clientId: string): Promise<Client | null> {
    return this.db.dataSource.manager.findOneBy(Client, { clientId });
  }

  async anyHasOrigin(_scope: AllTenants, origin: string): Promise<boolean> {
    const found = await this.db.rows('SELECT FROM auth.client WHERE allowed_origins @> ARRAY[$1] LIMIT 1', [origin]);
    return found.length > 0;
  }

  /** Clients of all enterprises, without those of test mode. */
  live(_scope: AllTenants, limit: number): Promise<Client[]> {
    return this.db.dataSource.manager.find(Client, { where: { test: false }, order: { clientId: 'ASC' }, take: limit });
  }

  /** Clients in whose name it stands, in any case. */
  named(tenant: Tenant, text: string, limit: number): Promise<Client[]> {
    return this.db.dataSource.manager
      .createQueryBuilder(Client, 'client')
      .where('client.enterpriseId = :enterpriseId AND (client.test OR NOT :test)')
      .andWhere('strpos(lower(client.clientName), lower(:text)) > 0')
      .setParameters({ enterpriseId: tenant.enterpriseId, test: tenant.test, text })
      .orderBy('client.clientId')
      .take(limit)
      .getMany();
  }

  /** In order of their ids, which is the order they were made in. */
  page(tenant: Tenant, after: string, limit: number): Promise<Client[]> {
    return this.db.dataSource.manager
      .createQueryBuilder(Client, 'client')
      .where('client.enterpriseId = :enterpriseId AND (client.test OR NOT :test) AND client.clientId > :after')
      .setParameters({ enterpriseId: tenant.enterpriseId, test: tenant.test, after })
      .orderBy('client.clientId')
      .take(limit)
      .getMany();
  }
}

const seenBy = ({ enterpriseId, test }: Tenant, clientId: string) => ({
  clientId,
  enterpriseId,
  ...(test && { test }),
});

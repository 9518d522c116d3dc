import { Injectable } from '@nestjs/common';
import { Database } from '../../../shared/persistence/database.js';
import type { Tx } from '../../../shared/persistence/tx.js';
import { type AllTenants, Tenant } from '../../../shared/kernel/tenant.js';
import { Client } from '../../entities/client.entity.js';
import { AllowedCallers, type ClientFact, ClientFacts } from '../../../shared/http/bearer/bearer.ports.js';
import { ReadThroughCache } from '../../../shared/kernel/cache.js';
import { isClientId } from '../../domain/client-profile.js';
import { HandlesJob, JobHandler, type JobRun } from '../../../shared/events/jobs/job.js';
import { purge } from '../../../shared/events/purge.job.js';

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

  /** A client id names one client of all tenants. */
  findById(_scope: AllTenants, clientId: string): Promise<Client | null> {
    return this.db.dataSource.manager.findOneBy(Client, { clientId });
  }

  async anyHasOrigin(_scope: AllTenants, origin: string): Promise<boolean> {
    const found = await this.db.rows('SELECT FROM auth.client WHERE allowed_origins @> ARRAY[$1] LIMIT 1', [origin]);
    return found.length > 0;
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

const ALL = Tenant.all('a client says its id before it is known whose it is');
const MOST = 10_000;

/** A client as this process holds it, with what is worked out once. */
export class KnownClient implements ClientFact {
  readonly allowedCallers: AllowedCallers;

  constructor(readonly record: Client) {
    this.allowedCallers = new AllowedCallers(record.allowedCallers);
  }

  get administrator(): boolean {
    return this.record.administrator;
  }
}

/** The clients in use, in memory: who asks costs no query. Each process forgets a client when told that it changed. */
@Injectable()
export class ClientRegistry extends ClientFacts {
  readonly #known: ReadThroughCache<string, KnownClient>;

  constructor(clients: ClientRepository) {
    super();
    this.#known = new ReadThroughCache(MOST, async (clientId) => {
      const record = await clients.findById(ALL, clientId);
      return record ? new KnownClient(record) : undefined;
    });
  }

  find(clientId: string): Promise<KnownClient | undefined> {
    return isClientId(clientId) ? this.#known.get(clientId) : Promise.resolve(undefined);
  }

  forget(clientId: string): void {
    this.#known.forget(clientId);
  }

  forgetAll(): void {
    this.#known.forgetAll();
  }
}

export const FORGET_CLIENT = 'auth/forget-client';

/** What users had granted to a client that is gone, and its refresh tokens: of no use any more, and otherwise kept for long. */
@Injectable()
@HandlesJob(FORGET_CLIENT)
export class ForgetClient extends JobHandler<{ clientId: string }> {
  constructor(private readonly db: Database) {
    super();
  }

  perform({ clientId }: { clientId: string }, { signal }: JobRun): Promise<void> {
    return purge(this.db, OF_CLIENT, signal, clientId);
  }
}

const OF_CLIENT = `
  DELETE FROM auth.engine_record WHERE (model, id_hash) IN (
    SELECT model, id_hash FROM auth.engine_record
    WHERE model IN ('Grant', 'RefreshToken') AND payload->>'clientId' = $2 LIMIT $1)
  RETURNING 1`;

import { Injectable } from '@nestjs/common';
import { AllowedCallers } from '../../shared/http/bearer/allowed-callers.js';
import { ClientFacts, type ClientFact } from '../../shared/http/bearer/client-facts.port.js';
import { LruMap } from '../../shared/kernel/lru-map.js';
import { Database } from '../../shared/persistence/database.js';
import { Client } from '../entities/client.entity.js';

const MOST = 10_000;
/** Anyone may say any: what cannot be one is not looked for. */
const CLIENT_ID = /^[!-~]{1,64}$/;

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
  /** Promises, so that many who ask at once make one query, and a change during it leaves nothing stale behind. */
  readonly #known = new LruMap<string, Promise<KnownClient | undefined>>(MOST);

  constructor(private readonly db: Database) {
    super();
  }

  find(clientId: string): Promise<KnownClient | undefined> {
    const known = this.#known.get(clientId);
    if (known) return known;
    if (!CLIENT_ID.test(clientId)) return Promise.resolve(undefined);
    const loading = this.#load(clientId);
    this.#known.set(clientId, loading);
    const forget = () => this.#forgetIf(clientId, loading);
    loading.then((found) => found ?? forget(), forget);
    return loading;
  }

  forget(clientId: string): void {
    this.#known.delete(clientId);
  }

  forgetAll(): void {
    this.#known.clear();
  }

  async #load(clientId: string): Promise<KnownClient | undefined> {
    const record = await this.db.dataSource.manager.findOneBy(Client, { clientId });
    return record ? new KnownClient(record) : undefined;
  }

  #forgetIf(clientId: string, loading: Promise<unknown>): void {
    if (this.#known.get(clientId) === loading) this.#known.delete(clientId);
  }
}

import { Injectable } from '@nestjs/common';
import { AllowedCallers } from '../../shared/http/bearer/allowed-callers.js';
import { ClientFacts, type ClientFact } from '../../shared/http/bearer/client-facts.port.js';
import { Remembered } from '../../shared/kernel/remembered.js';
import { Database } from '../../shared/persistence/database.js';
import { isClientId } from '../domain/client-profile.js';
import { Client } from '../entities/client.entity.js';

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
  readonly #known: Remembered<string, KnownClient>;

  constructor(db: Database) {
    super();
    this.#known = new Remembered(MOST, async (clientId) => {
      const record = await db.dataSource.manager.findOneBy(Client, { clientId });
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

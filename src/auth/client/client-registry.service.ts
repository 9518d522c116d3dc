import { Injectable } from '@nestjs/common';
import { AllowedCallers, type ClientFact, ClientFacts } from '../../shared/auth-guard/index.js';
import { ReadThroughCache, Tenant } from '../../shared/kernel/index.js';
import { withoutDeferral } from '../../shared/persistence/index.js';
import { SealedRows, Sealer } from '../../shared/security/index.js';
import { Client } from './client.entity.js';
import { ClientRepository } from './client.repository.js';
import { ClientSettings, type KycSettings, type VerificationSettings } from '../contract/index.js';

const ALL = Tenant.all('a client says its id before it is known whose it is');
const MOST = 10_000;

/** Notification channel that tells each process that a client has changed. */
export const CLIENT_CHANGED = 'auth.client-changed';

/**
 * Whether a string has the form of a client id. Other strings cause no database query, because anybody can send them.
 */
export const isClientId = (text: string): boolean => /^[!-~]{1,64}$/.test(text);

/** A client in this process's memory, with values that are derived from the client once and then reused. */
export class KnownClient implements ClientFact {
  readonly allowedCallers: AllowedCallers;

  constructor(readonly record: Client) {
    this.allowedCallers = new AllowedCallers(record.allowedCallers);
  }

  get administrator(): boolean {
    return this.record.administrator;
  }

  responsibleAt(now: Date): string | undefined {
    return this.record.responsibleAt(now);
  }
}

/**
 * Caches clients in memory, so that most look-ups need no query. Each process removes a client when it is notified of a
 * change. A client whose row was altered in the database (its keyed hash does not match) is treated as unknown.
 */
@Injectable()
export class ClientRegistry extends ClientFacts {
  readonly #known: ReadThroughCache<string, KnownClient>;

  constructor(clients: ClientRepository, seals: SealedRows) {
    super();
    this.#known = new ReadThroughCache(MOST, async (clientId) => {
      const record = await withoutDeferral(() => clients.findById(ALL, clientId));
      return record && (await withoutDeferral(() => seals.holds(record))) ? new KnownClient(record) : undefined;
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

/**
 * Reads a client's settings from the cache. KYC settings are encrypted even in the cache, and are decrypted on each
 * call.
 */
@Injectable()
export class StoredClientSettings extends ClientSettings {
  constructor(
    private readonly clients: ClientRegistry,
    private readonly sealer: Sealer,
  ) {
    super();
  }

  async scopes(clientId: string): Promise<readonly string[]> {
    return (await this.clients.find(clientId))?.record.scopes ?? [];
  }

  async verification(clientId: string): Promise<VerificationSettings | undefined> {
    const record = (await this.clients.find(clientId))?.record;
    if (!record) return undefined;
    const { idv, sealedKyc } = record;
    const kyc = sealedKyc && this.sealer.openJson(sealedKyc, Client.sealContext(clientId));
    return { idv: idv ?? {}, kyc: kyc as unknown as KycSettings | null };
  }
}

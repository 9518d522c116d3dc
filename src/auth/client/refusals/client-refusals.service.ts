import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Tenant } from '../../../shared/kernel/index.js';
import type { ClientRefusal } from './client-refusal.entity.js';
import { ClientRefusalRepository } from './client-refusal.repository.js';

const SCOPE = Tenant.all('the client has been refused by its id, or was found by its tenant before');
const MINUTE_MS = 60_000;
const REMEMBERED = 10_000;

/**
 * Keeps why clients were refused tokens, for those who run them. Anybody can be refused in the name of a client, as
 * often as they like: so each reason is one row, is written once a minute, and old reasons make room for new ones.
 */
@Injectable()
export class ClientRefusals {
  readonly #log = new Logger(ClientRefusals.name);
  readonly #written = new LRUCache<string, true>({ max: REMEMBERED, ttl: MINUTE_MS });

  constructor(private readonly refusals: ClientRefusalRepository) {}

  /** Never fails: the caller is refused in any case. */
  note(clientId: string, error: string, reason: string, requestId: string): void {
    const key = JSON.stringify([clientId, error, reason]);
    if (this.#written.has(key)) return;
    this.#written.set(key, true);
    this.refusals.keep(SCOPE, { clientId, error, reason, requestId }).catch((why: unknown) => {
      this.#written.delete(key);
      this.#log.warn({ err: why }, 'A refusal could not be kept');
    });
  }

  /** The latest first. */
  of(clientId: string): Promise<ClientRefusal[]> {
    return this.refusals.of(SCOPE, clientId);
  }
}

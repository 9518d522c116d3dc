import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Tenant } from '../../../shared/kernel/index.js';
import type { ClientRefusal } from '../client.entity.js';
import { ClientRefusalRepository } from './client-refusal.repository.js';

const SCOPE = Tenant.all('the client has been refused by its id, or was found by its tenant before');
const MINUTE_MS = 60_000;
const REMEMBERED = 10_000;

/**
 * Records why clients were refused tokens, for the developers of those clients. Anybody can cause refusals for any
 * client id, so each reason has one row, is written at most once a minute, and the oldest reasons are deleted.
 */
@Injectable()
export class ClientRefusals {
  readonly #log = new Logger(ClientRefusals.name);
  readonly #written = new LRUCache<string, true>({ max: REMEMBERED, ttl: MINUTE_MS });

  constructor(private readonly refusals: ClientRefusalRepository) {}

  /** Records a refusal in the background and never throws: the caller is refused in any case. */
  note(clientId: string, error: string, reason: string, requestId: string): void {
    const key = JSON.stringify([clientId, error, reason]);
    if (this.#written.has(key)) return;
    this.#written.set(key, true);
    this.refusals.keep(SCOPE, { clientId, error, reason, requestId }).catch((why: unknown) => {
      this.#written.delete(key);
      this.#log.warn({ err: why }, 'A refusal could not be kept');
    });
  }

  /** The refusals of a client, latest first. */
  of(clientId: string): Promise<ClientRefusal[]> {
    return this.refusals.of(SCOPE, clientId);
  }
}

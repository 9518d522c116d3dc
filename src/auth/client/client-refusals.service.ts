import { Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import { Repository } from 'typeorm';
import { Database } from '../../shared/persistence/index.js';
import { ClientRefusal } from './client-refusal.entity.js';

/** How many reasons are kept for a client. */
export const KEPT_REFUSALS = 20;
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

  constructor(
    @InjectRepository(ClientRefusal) private readonly rows: Repository<ClientRefusal>,
    private readonly db: Database,
  ) {}

  /** Never fails: the caller is refused in any case. */
  note(clientId: string, error: string, reason: string, requestId: string): void {
    const key = JSON.stringify([clientId, error, reason]);
    if (this.#written.has(key)) return;
    this.#written.set(key, true);
    this.#write([clientId, error, reason, requestId]).catch((why: unknown) => {
      this.#written.delete(key);
      this.#log.warn({ err: why }, 'A refusal could not be kept');
    });
  }

  /** The latest first. */
  of(clientId: string): Promise<ClientRefusal[]> {
    return this.rows.find({ where: { clientId }, order: { refusedAt: 'DESC' }, take: KEPT_REFUSALS });
  }

  async #write(refusal: readonly string[]): Promise<void> {
    await this.db.rows(KEEP, refusal);
    await this.db.rows(DROP, [refusal[0], KEPT_REFUSALS]);
  }
}

const KEEP = `
  INSERT INTO auth.client_refusal (client_id, error, reason, request_id, refused_at)
  SELECT client_id, $2, $3, $4, now() FROM auth.client WHERE client_id = $1
  ON CONFLICT (client_id, error, reason) DO UPDATE
    SET request_id = excluded.request_id, refused_at = excluded.refused_at`;

const DROP = `
  DELETE FROM auth.client_refusal WHERE client_id = $1 AND (error, reason) NOT IN (
    SELECT error, reason FROM auth.client_refusal WHERE client_id = $1 ORDER BY refused_at DESC LIMIT $2)`;

import { randomUUID, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type JsonValue } from '../../kernel/json.js';
import { Database, type Sql } from '../../persistence/database.js';
import { sealedColumn } from '../../kernel/sealed-column.js';
import { Sealer } from '../../security/sealing/sealer.js';
import { type KeptAnswer } from './kept-answer.js';
import { type KeyedRequest } from './keyed-request.js';

/** After a crash, the request may be tried again so much later. Renewed while it runs. */
export const LEASE_SECONDS = 60;

/** What became of an attempt to be the first: it is (`run`), it runs elsewhere, it has its answer, or it is another. */
export type Claim =
  | { readonly state: 'first'; readonly run: string }
  | { readonly state: 'running' }
  | { readonly state: 'answered'; readonly answer: KeptAnswer }
  | { readonly state: 'other' };

interface Row {
  readonly request: Buffer;
  readonly run: string;
  readonly answer: Buffer | null;
  readonly leased: boolean;
}

/** Requests with a key, and the answers that they got. Both are sealed. */
@Injectable()
export class KeptAnswers {
  constructor(
    private readonly db: Database,
    private readonly sealer: Sealer,
  ) {}

  async claim(asked: KeyedRequest): Promise<Claim> {
    for (;;) {
      const run = randomUUID();
      const sealed = this.sealer.seal(asked.content, placeOf('request', asked));
      if (await this.db.one(CLAIM, [asked.id, sealed, run])) return { state: 'first', run };
      const row = await this.db.one<Row>(READ, [asked.id]);
      if (!row) continue; // it was given up, or has expired, between the two statements
      if (!this.#isSame(asked, row)) return { state: 'other' };
      if (row.answer) return { state: 'answered', answer: this.#open(asked, row.answer) };
      if (row.leased) return { state: 'running' };
      if (await this.db.one(TAKE_OVER, [asked.id, row.run, run])) return { state: 'first', run };
    }
  }

  async renew(asked: KeyedRequest, run: string): Promise<void> {
    await this.db.rows(RENEW, [asked.id, run]);
  }

  /** False when another run has taken the request over. */
  async keep(asked: KeyedRequest, run: string, answer: KeptAnswer, sql: Sql = this.db): Promise<boolean> {
    const sealed = this.sealer.sealJson(answer as unknown as JsonValue, placeOf('answer', asked));
    return (await sql.rows(KEEP, [asked.id, run, sealed])).length > 0;
  }

  async giveUp(asked: KeyedRequest, run: string): Promise<void> {
    await this.db.rows(GIVE_UP, [asked.id, run]);
  }

  #isSame(asked: KeyedRequest, { request }: Row): boolean {
    const [first, now] = [this.sealer.open(request, placeOf('request', asked)), Buffer.from(asked.content)];
    return first.length === now.length && timingSafeEqual(first, now);
  }

  #open(asked: KeyedRequest, answer: Buffer): KeptAnswer {
    return this.sealer.openJson(answer, placeOf('answer', asked)) as unknown as KeptAnswer;
  }
}

const sealed = (what: 'request' | 'answer') =>
  sealedColumn('shared.idempotency', what, 'key', (key) => `shared/idempotency.${what}:${key}`);
const contexts = { request: sealed('request'), answer: sealed('answer') };

const placeOf = (what: 'request' | 'answer', { id }: KeyedRequest): string => contexts[what](id.toString('base64url'));

const LEASE = `now() + interval '${LEASE_SECONDS} seconds'`;

const CLAIM = `
  INSERT INTO shared.idempotency AS known (key, request, run, leased_until, expires_at)
  VALUES ($1, $2, $3, ${LEASE}, now() + interval '24 hours')
  ON CONFLICT (key) DO UPDATE
    SET request = excluded.request, run = excluded.run, leased_until = excluded.leased_until, answer = NULL,
        expires_at = excluded.expires_at
    WHERE known.expires_at < now()
  RETURNING run`;

const READ = `
  SELECT request, run, answer, leased_until > now() AS leased FROM shared.idempotency
  WHERE key = $1 AND expires_at >= now()`;

const TAKE_OVER = `
  UPDATE shared.idempotency SET run = $3, leased_until = ${LEASE}
  WHERE key = $1 AND run = $2 AND answer IS NULL
  RETURNING run`;

const RENEW = `UPDATE shared.idempotency SET leased_until = ${LEASE} WHERE key = $1 AND run = $2`;
const KEEP = 'UPDATE shared.idempotency SET answer = $3 WHERE key = $1 AND run = $2 RETURNING run';
const GIVE_UP = 'DELETE FROM shared.idempotency WHERE key = $1 AND run = $2 AND answer IS NULL';

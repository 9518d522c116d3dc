import { Injectable } from '@nestjs/common';
import { Clock, newIdAt } from '../../shared/kernel/index.js';
import { Database, type Tx } from '../../shared/persistence/index.js';
import { Sealer } from '../../shared/security/index.js';
import { DELIVER_SECURITY_EVENT } from '../streams/signal-stream.js';
import { eventContext, type SecurityEventContent } from './security-event.js';

export interface WaitingEvent {
  readonly eventId: string;
  readonly content: SecurityEventContent;
}

type Row = { readonly eventId: string; readonly streamId: string; readonly sealed: Buffer };

/** Stores events that receivers have not acknowledged yet. */
@Injectable()
export class SecurityEventRepository {
  constructor(
    private readonly db: Database,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  add(tx: Tx, content: SecurityEventContent): string {
    const eventId = newIdAt(this.clock.now().getTime());
    tx.send(ADD, [eventId, content.streamId, this.sealer.sealJson({ ...content }, eventContext(eventId))]);
    return eventId;
  }

  async find(eventId: string): Promise<WaitingEvent | undefined> {
    const row = await this.db.one<Row>(`${SELECT} WHERE event_id = $1`, [eventId]);
    return row && this.#opened(row);
  }

  /** Returns the oldest events of a stream. */
  async waiting(streamId: string, most: number): Promise<WaitingEvent[]> {
    const rows = await this.db.rows<Row>(`${SELECT} WHERE stream_id = $1 ORDER BY event_id LIMIT $2`, [streamId, most]);
    return rows.map((row) => this.#opened(row));
  }

  /** Returns the ids of a stream's events after a given id, in order. */
  async idsAfter(streamId: string, after: string, most: number): Promise<string[]> {
    return (await this.db.rows<{ id: string }>(IDS_AFTER, [streamId, after, most])).map(({ id }) => id);
  }

  /** Deletes acknowledged events, and returns the ids of those that existed. */
  async end(tx: Tx, streamId: string, eventIds: readonly string[]): Promise<string[]> {
    return (await tx.rows<{ id: string }>(END, [streamId, eventIds])).map(({ id }) => id);
  }

  /** Discards up to `limit` events of a stream. Returns how many. */
  async forget(streamId: string, limit: number): Promise<number> {
    return (await this.db.rows(FORGET, [streamId, limit])).length;
  }

  /** Discards up to `limit` events that are older than an id. Returns the stream of each event. */
  async discardBefore(tx: Tx, before: string, limit: number): Promise<string[]> {
    return (await tx.rows<{ id: string }>(DISCARD_BEFORE, [before, limit])).map(({ id }) => id);
  }

  #opened({ eventId, streamId, sealed }: Row): WaitingEvent {
    const content = this.sealer.openJson(sealed, eventContext(eventId)) as SecurityEventContent;
    if (content.streamId !== streamId) throw new Error(`The event ${eventId} was given another stream in the database`);
    return { eventId, content };
  }
}

export const deliveryJob = (streamId: string, eventId: string) => ({
  kind: DELIVER_SECURITY_EVENT,
  payload: { eventId },
  dedupeKey: eventId,
  lane: streamId,
});

const ADD = 'INSERT INTO shared.security_event (event_id, stream_id, sealed_content) VALUES ($1, $2, $3)';

const SELECT = `
  SELECT event_id AS "eventId", stream_id AS "streamId", sealed_content AS sealed FROM shared.security_event`;

const IDS_AFTER = `
  SELECT event_id AS id FROM shared.security_event WHERE stream_id = $1 AND event_id > $2 ORDER BY event_id LIMIT $3`;

const END = `
  DELETE FROM shared.security_event WHERE stream_id = $1 AND event_id = ANY ($2::uuid[]) RETURNING event_id AS id`;

const FORGET = `
  DELETE FROM shared.security_event WHERE event_id = ANY (ARRAY(
    SELECT event_id FROM shared.security_event WHERE stream_id = $1 ORDER BY event_id LIMIT $2)) RETURNING 1`;

const DISCARD_BEFORE = `
  DELETE FROM shared.security_event WHERE event_id = ANY (ARRAY(
    SELECT event_id FROM shared.security_event WHERE event_id < $1 ORDER BY event_id LIMIT $2 FOR UPDATE SKIP LOCKED))
  RETURNING stream_id AS id`;

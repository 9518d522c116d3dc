import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, type Repository } from 'typeorm';
import { Database, type Tx } from '../../shared/persistence/index.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import type { NewSessionEvent, SessionEventKind } from './session-event.js';
import { SessionEvent } from './session-event.entity.js';

/**
 * Kinds of events that are always stored. A browser can cause the other kinds as often as it likes, so only a limited
 * number of them is stored per session.
 */
const ALWAYS: readonly SessionEventKind[] = ['status', 'claimed', 'claim-released', 'decided', 'evidence-removed'];
const MOST_OTHERS = 400;

/** The only access to the events of a session. */
@Injectable()
export class SessionEventRepository {
  constructor(
    private readonly db: Database,
    @InjectRepository(SessionEvent) private readonly rows: Repository<SessionEvent>,
  ) {}

  /**
   * Adds events in the caller's transaction, with one statement. The result of the statement is checked only at the
   * commit.
   */
  add(tx: Tx, ref: SessionRef, at: Date, events: readonly NewSessionEvent[]): void {
    if (events.length > 0) tx.send(ADD, valuesOf(ref, at, events));
  }

  /**
   * Stores an event without a transaction. For kinds that may occur only once per session, only the first event is
   * stored.
   */
  async note(ref: SessionRef, at: Date, event: NewSessionEvent): Promise<void> {
    await this.db.rows(ADD, valuesOf(ref, at, [event]));
  }

  /** Returns events in the order in which they happened. */
  page({ tenant, sessionId }: SessionRef, limit: number, after = '0'): Promise<SessionEvent[]> {
    const { enterpriseId, test } = tenant;
    const where = { enterpriseId, test, sessionId, eventId: MoreThan(after) };
    return this.rows.find({ where, order: { eventId: 'ASC' }, take: limit });
  }
}

const valuesOf = ({ tenant, sessionId }: SessionRef, at: Date, events: readonly NewSessionEvent[]) => [
  tenant.enterpriseId,
  tenant.test,
  sessionId,
  at,
  JSON.stringify(events),
  ALWAYS,
];

const ADD = `
  INSERT INTO idv.session_event (session_id, enterprise_id, test, at, kind, step, details)
  SELECT $3, $1, $2, $4, e.kind, e.step, coalesce(e.details, '{}')
  FROM jsonb_to_recordset($5::jsonb) AS e(kind text, step text, details jsonb)
  WHERE EXISTS (SELECT FROM idv.session WHERE enterprise_id = $1 AND test = $2 AND session_id = $3)
    AND (e.kind = ANY ($6::text[]) OR
      (SELECT count(*) FROM idv.session_event WHERE session_id = $3) < ${MOST_OTHERS})
  ON CONFLICT DO NOTHING`;

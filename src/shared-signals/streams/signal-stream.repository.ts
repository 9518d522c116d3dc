import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Not, type Repository } from 'typeorm';
import type { AllTenants, DomainError, Tenant } from '../../shared/kernel/index.js';
import { Database, type Tx } from '../../shared/persistence/index.js';
import type { SignalType } from './event-types.js';
import { SignalStream } from './signal-stream.entity.js';
import type { StreamOwner } from './signal-stream.js';

/** A stream that must get an event about a user. */
export interface ListeningStream extends Pick<SignalStream, 'streamId' | 'isPushed' | 'status'> {
  readonly types: readonly SignalType[];
}

/** Stores the streams of receivers. */
@Injectable()
export class SignalStreamRepository {
  constructor(
    private readonly db: Database,
    @InjectRepository(SignalStream) private readonly rows: Repository<SignalStream>,
  ) {}

  async of({ enterpriseId, test, clientId }: StreamOwner): Promise<SignalStream | undefined> {
    return (await this.rows.findOneBy({ enterpriseId, test, clientId })) ?? undefined;
  }

  async find(streamId: string): Promise<SignalStream | undefined> {
    return (await this.rows.findOneBy({ streamId })) ?? undefined;
  }

  /** Returns streams that are not disabled, after a given id, in order. */
  inUse(_scope: AllTenants, after: string, most: number): Promise<SignalStream[]> {
    return this.rows.find({
      where: { status: Not('disabled'), streamId: MoreThan(after) },
      order: { streamId: 'ASC' },
      take: most,
    });
  }

  lock(tx: Tx, { enterpriseId, test, clientId }: StreamOwner, streamId: string): Promise<SignalStream | null> {
    return tx.lock(SignalStream, { enterpriseId, test, clientId, streamId });
  }

  add(tx: Tx, stream: SignalStream, exists: () => DomainError): Promise<void> {
    return tx.add(stream, exists);
  }

  /**
   * Finds the streams that have requested any of these event types and cover the user. For each stream, `types`
   * contains those of the event types that it has requested.
   */
  listening({ enterpriseId, test }: Tenant, sub: string, types: readonly SignalType[]): Promise<ListeningStream[]> {
    return this.db.rows<ListeningStream & Record<string, unknown>>(LISTENING, [enterpriseId, test, types, sub]);
  }

  /**
   * Finds the same streams as `listening`, and locks them so that their status and delivery do not change until the
   * transaction ends.
   */
  lockListening(
    tx: Tx,
    { enterpriseId, test }: Tenant,
    sub: string,
    types: readonly SignalType[],
  ): Promise<ListeningStream[]> {
    return tx.rows<ListeningStream & Record<string, unknown>>(LOCK_LISTENING, [enterpriseId, test, types, sub]);
  }

  removeSubject(tx: Tx, streamId: string, sub: string): void {
    tx.send(REMOVE_SUBJECT, [streamId, sub]);
  }

  addSubject(tx: Tx, streamId: string, sub: string): void {
    tx.send('DELETE FROM shared.signal_removed_subject WHERE stream_id = $1 AND sub = $2', [streamId, sub]);
  }

  /** Deletes everything that streams store about an erased user. */
  forgetSubject(tx: Tx, sub: string): void {
    tx.send('DELETE FROM shared.signal_removed_subject WHERE sub = $1', [sub]);
  }

  noteSuccess(tx: Tx, streamId: string): void {
    tx.send('UPDATE shared.signal_stream SET failures = 0 WHERE stream_id = $1 AND failures > 0', [streamId]);
  }

  /** Counts a failed push. Returns how many pushes have failed in a row. */
  async noteFailure(tx: Tx, streamId: string): Promise<number> {
    const [row] = await tx.rows<{ failures: number }>(NOTE_FAILURE, [streamId]);
    return row?.failures ?? 0;
  }
}

const LISTENING = `
  SELECT stream_id AS "streamId", is_pushed AS "isPushed", status,
         ARRAY(SELECT unnest(events_delivered) INTERSECT SELECT unnest($3::text[])) AS types
  FROM shared.signal_stream stream
  WHERE enterprise_id = $1 AND test = $2 AND status <> 'disabled' AND events_delivered && $3::text[]
    AND NOT EXISTS (SELECT FROM shared.signal_removed_subject removed
                    WHERE removed.stream_id = stream.stream_id AND removed.sub = $4)`;

const LOCK_LISTENING = `${LISTENING} FOR SHARE OF stream`;

const REMOVE_SUBJECT = `
  INSERT INTO shared.signal_removed_subject (stream_id, sub) VALUES ($1, $2) ON CONFLICT DO NOTHING`;

const NOTE_FAILURE = `
  UPDATE shared.signal_stream SET failures = failures + 1 WHERE stream_id = $1 RETURNING failures`;

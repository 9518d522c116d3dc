import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { JsonObject } from '../../shared/kernel/index.js';
import type { Step } from '../sessions/rules/session-step.js';
import type { SessionEventKind } from './session-event.js';
import { Session } from '../sessions/session.entity.js';

/** Something that happened in a session. It is deleted with the session. */
@Entity({ schema: 'idv', name: 'session_event' })
@Index('session_event_once', { synchronize: false })
export class SessionEvent {
  @ForeignKey(() => Session, { name: 'session_event_session_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'uuid', name: 'session_id' })
  sessionId!: string;
  /** The ID of the event. The database assigns ascending IDs in the order in which events are stored. */
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS', name: 'event_id' })
  eventId!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) at!: Date;
  @Column({ type: 'text' }) kind!: SessionEventKind;
  @Column({ type: 'text', nullable: true }) step!: Step | null;
  @Column({ type: 'jsonb' }) details!: JsonObject;
}

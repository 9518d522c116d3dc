import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { newId } from '../../shared/kernel/index.js';
import { Operator } from '../people/operator.entity.js';

export interface NewConsoleSession {
  readonly sub: string;
  readonly cookieDigest: string;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** A session of an operator in the console. Deleting the row ends the session. */
@Entity({ schema: 'operators', name: 'console_session' })
@Unique('console_session_cookie_digest_key', ['cookieDigest'])
@Index('console_session_sub', ['sub'])
@Index('console_session_started_at', ['startedAt'])
export class ConsoleSession {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'text', name: 'cookie_digest' }) cookieDigest!: string;
  @ForeignKey(() => Operator, { name: 'console_session_sub_fkey', onDelete: 'CASCADE' })
  @Column({ type: 'uuid' })
  sub!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'started_at' }) startedAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'last_used_at' }) lastUsedAt!: Date;
  /** The time when the operator last used a passkey. */
  @Column({ type: 'timestamptz', precision: 3, name: 'passkey_at' }) passkeyAt!: Date;
  @Column({ type: 'text', nullable: true }) address!: string | null;
  @Column({ type: 'text', nullable: true, name: 'user_agent' }) userAgent!: string | null;

  static begin(begun: NewConsoleSession, now: Date): ConsoleSession {
    const times = { startedAt: now, lastUsedAt: now, passkeyAt: now };
    return Object.assign(new ConsoleSession(), { ...begun, ...times, id: newId() });
  }
}

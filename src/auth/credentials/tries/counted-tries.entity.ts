import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Counter of a user's failed attempts, separate for known and unknown browsers. Login names that match no user have
 * counters too.
 */
@Entity({ schema: 'auth', name: 'login_tries' })
@Check('login_tries_browser', `browser IN ('known', 'unknown')`)
@Index('login_tries_open_at', ['openAt'])
export class CountedTries {
  @PrimaryColumn({ type: 'text' }) subject!: string;
  @PrimaryColumn({ type: 'text' }) browser!: 'known' | 'unknown';
  @Column({ type: 'int' }) tries!: number;
  @Column({ type: 'timestamptz', precision: 3 }) since!: Date;
  /** The time from which the next attempt is allowed. */
  @Column({ type: 'timestamptz', precision: 3, name: 'open_at' }) openAt!: Date;
}

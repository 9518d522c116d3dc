import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { newId } from '../../shared/kernel/index.js';
import type { Reason } from '../sessions/rules/reasons.js';
import type { ReviewOutcome } from '../sessions/rules/session-status.js';
import type { Session } from '../sessions/session.entity.js';

export interface NewDecision {
  /** The reviewer, as `operator:<sub>` or `client:<id>`. */
  readonly decidedBy: string;
  readonly outcome: ReviewOutcome;
  readonly reasons: readonly Reason[];
  /**
   * The reason in the reviewer's own words. It is encrypted with the key of the session's evidence, because it may
   * contain names.
   */
  readonly sealedReason: Buffer;
  readonly final: boolean;
}

const CLIENT = 'client:';
const OPERATOR = 'operator:';

const clientIn = (name: string): string | null => (name.startsWith(CLIENT) ? name.slice(CLIENT.length) : null);

/** The decision of one reviewer about one session. */
@Entity({ schema: 'idv', name: 'review_decision' })
@Index('review_decision_session', ['sessionId', 'decidedAt'])
export class ReviewDecision {
  @PrimaryColumn({ type: 'uuid', name: 'decision_id' }) decisionId!: string;
  @Column({ type: 'uuid', name: 'session_id' }) sessionId!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  /** The client whose reviewer made the decision. Null if an operator of the console made it. */
  @Column({ type: 'text', nullable: true, name: 'client_id' }) clientId!: string | null;
  /**
   * The reviewer. Null in rows that the previous release has written. The getter `by` returns the reviewer for all
   * rows.
   */
  @Column({ type: 'text', nullable: true, name: 'decided_by' }) decidedBy!: string | null;
  @Column({ type: 'text' }) outcome!: ReviewOutcome;
  @Column({ type: 'text', array: true }) reasons!: Reason[];
  @Column({ type: 'bytea', name: 'sealed_reason' }) sealedReason!: Buffer;
  @Column({ type: 'timestamptz', precision: 3, name: 'decided_at' }) decidedAt!: Date;
  /** Whether the decision ended the review. False if a second reviewer had to make the same decision. */
  @Column({ type: 'boolean' }) final!: boolean;

  static of({ sessionId, enterpriseId, test }: Session, given: NewDecision, decidedAt: Date): ReviewDecision {
    const ids = { decisionId: newId(), sessionId, enterpriseId, test, clientId: clientIn(given.decidedBy) };
    return Object.assign(new ReviewDecision(), { ...given, ...ids, reasons: [...given.reasons], decidedAt });
  }

  get by(): string {
    return this.decidedBy ?? `${CLIENT}${this.clientId ?? ''}`;
  }

  /** The `sub` of the reviewer, if it is an operator. */
  get operator(): string | undefined {
    return this.by.startsWith(OPERATOR) ? this.by.slice(OPERATOR.length) : undefined;
  }
}

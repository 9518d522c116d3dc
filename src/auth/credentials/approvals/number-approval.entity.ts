import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * `REFUSED`: the user answered "It wasn't me". `ENDED`: nobody answered in time, or a newer approval replaced this one.
 */
export const approvalOutcomes = ['RIGHT', 'WRONG', 'REFUSED', 'ENDED'] as const;
export type NumberOutcome = (typeof approvalOutcomes)[number];

/**
 * Result of checking the first number that the user typed (`ASKED`: none yet). Numbers typed later do not change it.
 */
export const typedStates = ['ASKED', 'RIGHT', 'WRONG'] as const;

/**
 * A request to confirm a sign-in on the phone with a number. The numbers are derived from `approvalId` with a secret
 * key.
 */
@Entity({ schema: 'auth', name: 'number_approval' })
@Check('number_approval_outcome', `outcome IN (${approvalOutcomes.map((outcome) => `'${outcome}'`).join(', ')})`)
@Check('number_approval_typed', `typed IN (${typedStates.map((state) => `'${state}'`).join(', ')})`)
@Index('number_approval_sub', ['sub', 'createdAt'])
@Index('number_approval_bound_to', ['boundTo', 'createdAt'])
@Index('number_approval_created_at', ['createdAt'])
export class NumberApproval {
  @PrimaryColumn({ type: 'uuid', name: 'approval_id' }) approvalId!: string;
  @Column({ type: 'uuid' }) sub!: string;
  /** The hash of the value that binds the approval to one sign-in. */
  @Column({ type: 'text', name: 'bound_to' }) boundTo!: string;
  /** The session that ends if the user answers "It wasn't me". */
  @Column({ type: 'text', nullable: true, name: 'session_uid' }) sessionUid!: string | null;
  /** The grant of a new phone's token. It is revoked if the user answers "It wasn't me". */
  @Column({ type: 'text', nullable: true, name: 'grant_id' }) grantId!: string | null;
  /** Null until the notification has been sent. */
  @Column({ type: 'uuid', nullable: true, name: 'notification_uuid' }) notificationUuid!: string | null;
  @Column({ type: 'text', nullable: true }) outcome!: NumberOutcome | null;
  /** Null if the user chooses one of three numbers instead of typing one. */
  @Column({ type: 'text', nullable: true }) typed!: (typeof typedStates)[number] | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'used_at' }) usedAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
}

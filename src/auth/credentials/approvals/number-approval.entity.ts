import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** `REFUSED`: the user says that it was not them. `ENDED`: nobody answered in time, or a newer one replaced it. */
export const approvalOutcomes = ['RIGHT', 'WRONG', 'REFUSED', 'ENDED'] as const;
export type NumberOutcome = (typeof approvalOutcomes)[number];

/** The first number that was typed, if the user types it. It decides. */
export const typedStates = ['ASKED', 'RIGHT', 'WRONG'] as const;

/** A sign-in that asks for a number on the user's phone. Its numbers follow from its id, by a key. */
@Entity({ schema: 'auth', name: 'number_approval' })
@Check('number_approval_outcome', `outcome IN (${approvalOutcomes.map((outcome) => `'${outcome}'`).join(', ')})`)
@Check('number_approval_typed', `typed IN (${typedStates.map((state) => `'${state}'`).join(', ')})`)
@Index('number_approval_sub', ['sub', 'createdAt'])
@Index('number_approval_bound_to', ['boundTo', 'createdAt'])
@Index('number_approval_created_at', ['createdAt'])
export class NumberApproval {
  @PrimaryColumn({ type: 'uuid', name: 'approval_id' }) approvalId!: string;
  @Column({ type: 'uuid' }) sub!: string;
  /** A hash of the sign-in. */
  @Column({ type: 'text', name: 'bound_to' }) boundTo!: string;
  /** The session that ends when the user says that it was not them. */
  @Column({ type: 'text', nullable: true, name: 'session_uid' }) sessionUid!: string | null;
  /** The grant of a new phone, which ends likewise. */
  @Column({ type: 'text', nullable: true, name: 'grant_id' }) grantId!: string | null;
  /** Null until the phone was asked. */
  @Column({ type: 'uuid', nullable: true, name: 'notification_uuid' }) notificationUuid!: string | null;
  @Column({ type: 'text', nullable: true }) outcome!: NumberOutcome | null;
  /** Null where the number is chosen among three. */
  @Column({ type: 'text', nullable: true }) typed!: (typeof typedStates)[number] | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'used_at' }) usedAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
}

import { Column, Entity, OneToMany, PrimaryColumn, Unique } from 'typeorm';
import { GrantedRole } from '../roles/granted-role.entity.js';

export interface NewOperator {
  readonly sub: string;
  readonly userId: string;
  readonly endsAt: Date | null;
}

/** Somebody who works at the console: a user of an enterprise of their own, with roles in others. */
@Entity({ schema: 'operators', name: 'operator' })
@Unique('operator_user_id_key', ['userId'])
export class Operator {
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
  /** The user id of the operator. */
  @Column({ type: 'text', name: 'user_id' }) userId!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'invited_at' }) invitedAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  /** Set for an emergency operator. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'ends_at' }) endsAt!: Date | null;
  @OneToMany(() => GrantedRole, ({ operator }) => operator) grants!: GrantedRole[];

  static make(made: NewOperator, now: Date): Operator {
    return Object.assign(new Operator(), { ...made, invitedAt: now, createdAt: now });
  }

  hasEnded(now: Date): boolean {
    return this.endsAt !== null && this.endsAt <= now;
  }
}

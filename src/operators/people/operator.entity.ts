import { Column, Entity, OneToMany, PrimaryColumn, Unique } from 'typeorm';
import { GrantedRole } from '../roles/granted-role.entity.js';

export interface NewOperator {
  readonly sub: string;
  readonly userId: string;
  readonly endsAt: Date | null;
}

/** An operator of the console: a user of the operators' own enterprise, with roles in other enterprises. */
@Entity({ schema: 'operators', name: 'operator' })
@Unique('operator_user_id_key', ['userId'])
export class Operator {
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
  /** The operator's user id, which is the email address of the first invitation. */
  @Column({ type: 'text', name: 'user_id' }) userId!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'invited_at' }) invitedAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  /** When the access of an emergency operator ends. Null for all others. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'ends_at' }) endsAt!: Date | null;
  @OneToMany(() => GrantedRole, ({ operator }) => operator) grants!: GrantedRole[];

  static make(made: NewOperator, now: Date): Operator {
    return Object.assign(new Operator(), { ...made, invitedAt: now, createdAt: now });
  }

  hasEnded(now: Date): boolean {
    return this.endsAt !== null && this.endsAt <= now;
  }
}

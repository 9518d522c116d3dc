import {
  Column,
  Entity,
  OneToMany,
  PrimaryColumn,
  Unique,
  Check,
  JoinColumn,
  ManyToOne,
  ForeignKey,
  Index,
} from 'typeorm';
import { type Grant, type Side, sides } from '../roles/grants.js';
import { type Role, roles } from '../roles/role-table.js';
import { newId } from '../../shared/kernel/index.js';

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
  /** The end of the access of an operator whom the command line has created for an emergency. Null for all others. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'ends_at' }) endsAt!: Date | null;
  @OneToMany(() => GrantedRole, ({ operator }) => operator) grants!: GrantedRole[];

  static make(made: NewOperator, now: Date): Operator {
    return Object.assign(new Operator(), { ...made, invitedAt: now, createdAt: now });
  }

  hasEnded(now: Date): boolean {
    return this.endsAt !== null && this.endsAt <= now;
  }
}

const oneOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** A role of an operator in one enterprise or in all enterprises. */
@Entity({ schema: 'operators', name: 'grant' })
@Check('grant_side_check', `side IN (${oneOf(sides)})`)
@Check('grant_role_check', `role IN (${oneOf(roles)})`)
export class GrantedRole implements Grant {
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
  @PrimaryColumn({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @PrimaryColumn({ type: 'text' }) side!: Side;
  @PrimaryColumn({ type: 'text' }) role!: Role;

  @ManyToOne('Operator', 'grants', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'sub', foreignKeyConstraintName: 'grant_sub_fkey' })
  operator?: Operator;
}

/** A record of who invited an operator, and when. It is stored while it affects who may approve a request. */
@Entity({ schema: 'operators', name: 'invitation' })
@Index('invitation_sub', ['sub'])
@Index('invitation_invited_at', ['invitedAt'])
export class Invitation {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @ForeignKey(() => Operator, { name: 'invitation_sub_fkey', onDelete: 'CASCADE' })
  @Column({ type: 'uuid' })
  sub!: string;
  /**
   * The operator who sent the invitation. Null if it came from the command line, a configuration file, a client, or the
   * first start in development.
   */
  @Column({ type: 'uuid', nullable: true, name: 'invited_by' }) invitedBy!: string | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'invited_at' }) invitedAt!: Date;

  static of(sub: string, invitedBy: string | null, invitedAt: Date): Invitation {
    return Object.assign(new Invitation(), { id: newId(), sub, invitedBy, invitedAt });
  }
}

import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { newId } from '../../shared/kernel/index.js';
import { Operator } from './operator.entity.js';

/** Who invited an operator, and when. It is stored as long as it affects who may approve a request. */
@Entity({ schema: 'operators', name: 'invitation' })
@Index('invitation_sub', ['sub'])
@Index('invitation_invited_at', ['invitedAt'])
export class Invitation {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @ForeignKey(() => Operator, { name: 'invitation_sub_fkey', onDelete: 'CASCADE' })
  @Column({ type: 'uuid' })
  sub!: string;
  /** The inviting operator. Null for an invitation by the command line, at the start, or by a client. */
  @Column({ type: 'uuid', nullable: true, name: 'invited_by' }) invitedBy!: string | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'invited_at' }) invitedAt!: Date;

  static of(sub: string, invitedBy: string | null, invitedAt: Date): Invitation {
    return Object.assign(new Invitation(), { id: newId(), sub, invitedBy, invitedAt });
  }
}

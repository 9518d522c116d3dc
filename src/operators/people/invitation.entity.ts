import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { newId } from '../../shared/kernel/index.js';
import { Operator } from './operator.entity.js';

/** Records who invited an operator, for as long as that decides who may agree. */
@Entity({ schema: 'operators', name: 'invitation' })
@Index('invitation_sub', ['sub'])
@Index('invitation_invited_at', ['invitedAt'])
export class Invitation {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @ForeignKey(() => Operator, { name: 'invitation_sub_fkey', onDelete: 'CASCADE' })
  @Column({ type: 'uuid' })
  sub!: string;
  /** Null: on the command line, at the start, or by a client. */
  @Column({ type: 'uuid', nullable: true, name: 'invited_by' }) invitedBy!: string | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'invited_at' }) invitedAt!: Date;

  static of(sub: string, invitedBy: string | null, invitedAt: Date): Invitation {
    return Object.assign(new Invitation(), { id: newId(), sub, invitedBy, invitedAt });
  }
}

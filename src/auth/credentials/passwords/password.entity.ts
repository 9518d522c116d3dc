import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Sealed } from '../../../shared/kernel/index.js';

/** The hash of a user's password. */
@Sealed<Password>('auth.password', { except: ['createdAt'] })
@Entity({ schema: 'auth', name: 'password' })
export class Password {
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
  @Column({ type: 'text' }) hash!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'text', nullable: true, name: 'row_seal' }) rowSeal!: string | null;
}

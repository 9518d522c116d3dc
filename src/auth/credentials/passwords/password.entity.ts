import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The password of a user, as its hash. */
@Entity({ schema: 'auth', name: 'password' })
export class Password {
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
  @Column({ type: 'text' }) hash!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
}

import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Client } from './client.entity.js';

/**
 * When a client was last used, to the minute. It is a row of its own, so that a use does not change the row of the
 * client.
 */
@Entity({ schema: 'auth', name: 'client_use' })
export class LastClientUse {
  @ForeignKey(() => Client, { name: 'client_use_client_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'text', name: 'client_id' })
  clientId!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'used_at' }) usedAt!: Date;
}

import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Client } from './client.entity.js';

/**
 * The time of a client's last use, to the minute. It has its own table, so that a use does not update the client's row.
 */
@Entity({ schema: 'auth', name: 'client_use' })
export class LastClientUse {
  @ForeignKey(() => Client, { name: 'client_use_client_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'text', name: 'client_id' })
  clientId!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'used_at' }) usedAt!: Date;
}

import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Client } from './client.entity.js';

/** When a client was last used, to the minute. Apart from the client, whose row stays as it is while it is used. */
@Entity({ schema: 'auth', name: 'client_use' })
export class LastClientUse {
  @ForeignKey(() => Client, { name: 'client_use_client_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'text', name: 'client_id' })
  clientId!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'used_at' }) usedAt!: Date;
}

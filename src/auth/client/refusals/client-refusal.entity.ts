import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Client } from '../client.entity.js';

/** The last time that a client was refused a token for a reason: one row per client and reason. */
@Entity({ schema: 'auth', name: 'client_refusal' })
export class ClientRefusal {
  @ForeignKey(() => Client, { name: 'client_refusal_client_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'text', name: 'client_id' })
  clientId!: string;
  /** The error code of RFC 6749. */
  @PrimaryColumn({ type: 'text' }) error!: string;
  @PrimaryColumn({ type: 'text' }) reason!: string;
  @Column({ type: 'text', name: 'request_id' }) requestId!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'refused_at' }) refusedAt!: Date;
}

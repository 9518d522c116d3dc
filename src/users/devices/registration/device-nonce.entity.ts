import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A nonce that a device signs to prove that it holds its key. Valid once; only its hash is stored. */
@Entity({ schema: 'users', name: 'device_nonce' })
@Index('device_nonce_sub', ['sub', 'expiresAt'])
@Index('device_nonce_expires_at', ['expiresAt'])
export class DeviceNonce {
  @PrimaryColumn({ type: 'text', name: 'nonce_hash' }) nonceHash!: string;
  @Column({ type: 'uuid' }) sub!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
}

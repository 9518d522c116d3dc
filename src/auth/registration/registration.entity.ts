import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Sealed, secretDigest, Tenant } from '../../shared/kernel/index.js';
import { Client } from '../client/client.entity.js';
import type { InitialAccessToken } from './initial-access-token.entity.js';
import type { RegistrationPolicy } from './registration-policy.js';

/**
 * The right to manage a client that has registered itself (RFC 7592), held by whoever has the registration access
 * token.
 */
@Sealed<Registration>('auth.client_registration', { except: ['createdAt'] })
@Entity({ schema: 'auth', name: 'client_registration' })
export class Registration {
  @ForeignKey(() => Client, { name: 'client_registration_client_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'text', name: 'client_id' })
  clientId!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'uuid', name: 'initial_access_token_id' }) initialAccessTokenId!: string;
  /** A copy of the policy of the initial access token, because the token may be deleted before the client is. */
  @Column({ type: 'jsonb' }) policy!: RegistrationPolicy;
  @Column({ type: 'text' }) digest!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'text', nullable: true, name: 'row_seal' }) rowSeal!: string | null;

  static of({ clientId, enterpriseId, test }: Client, by: InitialAccessToken, token: string, now: Date): Registration {
    return Object.assign(new Registration(), {
      ...{ clientId, enterpriseId, test, initialAccessTokenId: by.id, policy: by.policy },
      ...{ digest: secretDigest(token), createdAt: now },
    });
  }

  get tenant(): Tenant {
    return Tenant.of(this.enterpriseId, this.test);
  }

  setToken(token: string): void {
    this.digest = secretDigest(token);
  }
}

import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { newId, newSecret, Sealed, secretDigest, Tenant } from '../../shared/kernel/index.js';
import type { RegistrationPolicy } from './registration-policy.js';

/** The settings that an operator chooses for a new initial access token. */
export interface NewInitialAccessToken {
  readonly name: string;
  readonly uses: number;
  readonly seconds: number;
  readonly policy: RegistrationPolicy;
}

/** A permission to register clients without an operator: a limited number of them, for a limited time. */
@Sealed<InitialAccessToken>('auth.initial_access_token', { except: ['name', 'createdAt', 'createdBy'] })
@Entity({ schema: 'auth', name: 'initial_access_token' })
@Index('initial_access_token_listed', ['enterpriseId', 'test', 'id'], { unique: true })
@Index('initial_access_token_digest', ['digest'], { unique: true })
export class InitialAccessToken {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) digest!: string;
  @Column({ type: 'jsonb' }) policy!: RegistrationPolicy;
  @Column({ type: 'int' }) uses!: number;
  @Column({ type: 'int' }) used!: number;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'text', name: 'created_by' }) createdBy!: string;
  @Column({ type: 'text', nullable: true, name: 'row_seal' }) rowSeal!: string | null;

  /** Creates a token. Only this method returns the token itself: the row contains only a hash. */
  static issue(
    { enterpriseId, test }: Tenant,
    { name, uses, seconds, policy }: NewInitialAccessToken,
    createdBy: string,
    now: Date,
  ): { readonly row: InitialAccessToken; readonly token: string } {
    const token = newSecret();
    const row = Object.assign(new InitialAccessToken(), {
      ...{ id: newId(), enterpriseId, test, name, policy, uses, used: 0, createdBy, createdAt: now },
      digest: secretDigest(token),
      expiresAt: new Date(now.getTime() + seconds * 1000),
    });
    return { row, token };
  }

  get tenant(): Tenant {
    return Tenant.of(this.enterpriseId, this.test);
  }

  isUsableAt(now: Date): boolean {
    return this.used < this.uses && now < this.expiresAt;
  }
}

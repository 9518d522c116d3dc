import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { KernelErrors, newId, Sealed, Tenant } from '../../shared/kernel/index.js';
import type { SigningAlgorithm } from '../keys/signing-key-state.js';
import { type AccessTokenFormat, type ApiScope, scopeFaults } from './api-rules.js';
import { type ClaimsMapping, mappingFaults } from './mapped-claims.js';

/** The settings of an API that can be changed. */
export interface ApiProfile {
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly accessTokenFormat: AccessTokenFormat;
  readonly accessTokenTtl: number | null;
  readonly signingAlg: SigningAlgorithm;
  readonly claims: ClaimsMapping;
  readonly introspectionClientId: string | null;
  /** The resource URLs of the APIs whose tokens may be exchanged for tokens for this API. */
  readonly exchangeFrom: readonly string[];
}

/** An enterprise's own API, which accepts our access tokens. */
@Sealed<OwnApi>('auth.api', { except: ['name', 'createdAt', 'updatedAt'] })
@Entity({ schema: 'auth', name: 'api' })
@Check('api_access_token_format', `access_token_format IN ('jwt', 'opaque')`)
@Index('api_listed', ['enterpriseId', 'test', 'id'], { unique: true })
@Index('api_resource', { synchronize: false })
export class OwnApi {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'text' }) name!: string;
  /**
   * The API's resource URL. It is unique across all enterprises: they share one issuer, and a token for an API of one
   * enterprise must never be valid at an API of another.
   */
  @Column({ type: 'text', collation: 'C' }) resource!: string;
  @Column({ type: 'jsonb' }) scopes!: ApiScope[];
  @Column({ type: 'text', name: 'access_token_format' }) accessTokenFormat!: AccessTokenFormat;
  @Column({ type: 'int', nullable: true, name: 'access_token_ttl' }) accessTokenTtl!: number | null;
  @Column({ type: 'text', name: 'signing_alg' }) signingAlg!: SigningAlgorithm;
  @Column({ type: 'jsonb' }) claims!: ClaimsMapping;
  @Column({ type: 'text', nullable: true, name: 'introspection_client_id' }) introspectionClientId!: string | null;
  @Column({ type: 'text', array: true, name: 'exchange_from', default: [] }) exchangeFrom!: string[];
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at' }) updatedAt!: Date;
  @Column({ type: 'text', nullable: true, name: 'row_seal' }) rowSeal!: string | null;

  static create({ enterpriseId, test }: Tenant, resource: string, profile: ApiProfile, now: Date): OwnApi {
    const made = Object.assign(new OwnApi(), { id: newId(), enterpriseId, test, resource, createdAt: now });
    made.change(profile, now);
    return made;
  }

  get tenant(): Tenant {
    return Tenant.of(this.enterpriseId, this.test);
  }

  get scopeNames(): string[] {
    return this.scopes.map(({ name }) => name);
  }

  change(changes: Partial<ApiProfile>, now: Date): void {
    Object.assign(this, changes, { updatedAt: now });
    OwnApi.check(this);
  }

  static check({ scopes, claims }: Pick<ApiProfile, 'scopes' | 'claims'>): void {
    const errors = [...scopeFaults(scopes), ...mappingFaults(claims)];
    if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors: errors.slice(0, 20) });
  }
}

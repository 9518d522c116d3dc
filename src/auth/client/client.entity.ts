import type { JWK } from 'jose';
import { Check, Column, Entity, Index, PrimaryColumn, ForeignKey } from 'typeorm';
import {
  newId,
  newSecret,
  Sealed,
  sealedColumn,
  secretDigest,
  secretMatches,
  Tenant,
} from '../../shared/kernel/index.js';
import { ClientErrors } from '../contract/auth.errors.js';
import type { BackchannelSettings } from './backchannel.js';
import type { ApplicationType, AuthMethod, GrantType, IdvSettings, NewClient } from './client-profile.js';
import type { Level } from '../sessions/levels.js';
import type { SecurityProfile } from './security-profile.js';
import type { SigningAlgorithm } from '../keys/signing-key-state.js';

/** A client secret as stored in a JSON column; times are in ISO 8601 format. */
interface KeptSecret {
  readonly digest: string;
  readonly createdAt: string;
  /** The time at which the secret expires, set when a newer secret replaces it. Until then both are valid. */
  readonly expiresAt: string | null;
}

/** An application or server that can obtain tokens. */
@Sealed<Client>('auth.client', {
  except: ['sealedKyc', 'createdAt', 'updatedAt', 'createdBy', 'responsibleOperator', 'responsibleUntil'],
})
@Entity({ schema: 'auth', name: 'client' })
@Index('client_listed', ['enterpriseId', 'test', 'clientId'], { unique: true })
@Index('client_allowed_origins', { synchronize: false })
@Check('client_least_level', 'least_level BETWEEN 1 AND 3')
@Check('client_security_profile', `security_profile IN ('fapi2')`)
export class Client {
  @PrimaryColumn({ type: 'text', name: 'client_id' }) clientId!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'boolean' }) administrator!: boolean;

  @Column({ type: 'text', name: 'client_name' }) clientName!: string;
  @Column({ type: 'text', array: true, name: 'redirect_uris' }) redirectUris!: string[];
  @Column({ type: 'text', array: true, name: 'post_logout_redirect_uris' }) postLogoutRedirectUris!: string[];
  @Column({ type: 'text', array: true, name: 'grant_types' }) grantTypes!: GrantType[];
  @Column({ type: 'text', array: true }) scopes!: string[];
  /** Scopes of the enterprise's own APIs. */
  @Column({ type: 'text', array: true, name: 'api_scopes', default: [] }) apiScopes!: string[];
  @Column({ type: 'text', name: 'auth_method' }) authMethod!: AuthMethod;
  @Column({ type: 'jsonb', nullable: true }) jwks!: { keys: JWK[] } | null;
  @Column({ type: 'text', nullable: true, name: 'jwks_uri' }) jwksUri!: string | null;
  @Column({ type: 'text', name: 'application_type' }) applicationType!: ApplicationType;
  /**
   * Whether this is an application of the enterprise itself. Its users are then not asked for consent, unless the
   * client requires consent for each request.
   */
  @Column({ type: 'boolean', name: 'first_party' }) firstParty!: boolean;
  @Column({ type: 'boolean', name: 'consent_each_time', default: false }) consentEachTime!: boolean;
  @Column({ type: 'int', nullable: true, name: 'access_token_ttl' }) accessTokenTtl!: number | null;
  @Column({ type: 'int', nullable: true, name: 'refresh_token_ttl' }) refreshTokenTtl!: number | null;
  @Column({ type: 'text', nullable: true, name: 'error_url' }) errorUrl!: string | null;
  @Column({ type: 'text', nullable: true, name: 'logo_uri' }) logoUri!: string | null;
  @Column({ type: 'text', array: true, name: 'allowed_origins' }) allowedOrigins!: string[];
  @Column({ type: 'text', array: true, name: 'allowed_callers' }) allowedCallers!: string[];
  @Column({ type: 'text', nullable: true, name: 'backchannel_logout_uri' }) backchannelLogoutUri!: string | null;
  @Column({ type: 'text', name: 'id_token_alg' }) idTokenSignedResponseAlg!: SigningAlgorithm;
  @Column({ type: 'text', nullable: true, name: 'userinfo_alg' }) userinfoSignedResponseAlg!: SigningAlgorithm | null;
  @Column({ type: 'boolean', name: 'dpop_bound' }) dpopBoundAccessTokens!: boolean;
  @Column({ type: 'boolean', name: 'par_required' }) requirePushedAuthorizationRequests!: boolean;
  @Column({ type: 'boolean', name: 'require_pkce', default: false }) requirePkce!: boolean;
  @Column({ type: 'text', nullable: true, name: 'security_profile' }) securityProfile!: SecurityProfile | null;
  @Column({ type: 'boolean', name: 'jwt_access_tokens', default: false }) jwtAccessTokens!: boolean;
  @Column({ type: 'text', nullable: true, name: 'access_token_audience' }) accessTokenAudience!: string | null;
  /** The KYC settings. They are encrypted, because they contain credentials for the enterprise's endpoint. */
  @Column({ type: 'bytea', nullable: true, name: 'sealed_kyc' }) sealedKyc!: Buffer | null;
  @Column({ type: 'jsonb', nullable: true }) idv!: IdvSettings | null;
  @Column({ type: 'int', nullable: true, name: 'least_level' }) leastLevel!: Level | null;
  @Column({ type: 'text', array: true, name: 'default_acr_values', default: [] }) defaultAcrValues!: string[];

  @Column({ type: 'text', array: true, name: 'authorization_details_types', default: [] })
  authorizationDetailsTypes!: string[];
  @Column({ type: 'jsonb', nullable: true }) backchannel!: BackchannelSettings | null;

  @Column({ type: 'jsonb' }) secrets!: KeptSecret[];
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at' }) updatedAt!: Date;
  @Column({ type: 'text', name: 'created_by' }) createdBy!: string;
  /**
   * The operator who created or changed the client or its secret. Until `responsibleUntil`, the audit log names that
   * operator with the client's actions.
   */
  @Column({ type: 'uuid', nullable: true, name: 'responsible_operator' }) responsibleOperator!: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'responsible_until' })
  responsibleUntil!: Date | null;
  @Column({ type: 'text', nullable: true, name: 'row_seal' }) rowSeal!: string | null;

  static readonly sealContext = sealedColumn('auth.client', 'sealed_kyc', 'client_id', (id) => `auth/client-kyc:${id}`);

  static onboard(tenant: Tenant, profile: NewClient, createdBy: string, now: Date): Client {
    return Object.assign(new Client(), profile, {
      clientId: newId(),
      enterpriseId: tenant.enterpriseId,
      test: tenant.test,
      secrets: [],
      sealedKyc: null,
      createdBy,
      createdAt: now,
      updatedAt: now,
      responsibleOperator: null,
      responsibleUntil: null,
    });
  }

  get tenant(): Tenant {
    return Tenant.of(this.enterpriseId, this.test);
  }

  get usesSecret(): boolean {
    return this.authMethod === 'client_secret_basic' || this.authMethod === 'client_secret_post';
  }

  /** Whether the client lacks any of these scopes: of the service, or of the enterprise's own APIs. */
  lacksAnyOf({ scopes, apiScopes }: Pick<Client, 'scopes' | 'apiScopes'>): boolean {
    return (
      scopes.some((scope) => !this.scopes.includes(scope)) || apiScopes.some((scope) => !this.apiScopes.includes(scope))
    );
  }

  /**
   * Creates a new secret and returns it. The secret cannot be read later. Previous secrets remain valid until the
   * overlap ends, so that servers can be updated one by one.
   */
  newSecret(overlapSeconds: number, now: Date, secret = newSecret()): string {
    if (!this.usesSecret) throw ClientErrors.noSecret();
    const overlapEnds = new Date(now.getTime() + overlapSeconds * 1000).toISOString();
    const older = this.secrets
      .map((kept) => ({ ...kept, expiresAt: earlier(kept.expiresAt, overlapEnds) }))
      .filter(({ expiresAt }) => new Date(expiresAt) > now);
    this.secrets = [{ digest: secretDigest(secret), createdAt: now.toISOString(), expiresAt: null }, ...older];
    this.updatedAt = now;
    return secret;
  }

  /** The valid secrets, newest first. */
  secretsAt(now: Date): KeptSecret[] {
    return this.secrets.filter(({ expiresAt }) => expiresAt === null || new Date(expiresAt) > now);
  }

  /** Whether the given secret is the client's newest one. */
  hasNewestSecret(secret: string): boolean {
    return this.secrets[0] !== undefined && secretMatches(secret, this.secrets[0].digest);
  }

  hasSecret(secret: string, now: Date): boolean {
    return this.secretsAt(now).some(({ digest }) => secretMatches(secret, digest));
  }

  /**
   * Records the operator who has just created or changed the client. For 7 days, the audit log names this operator with
   * the client's actions.
   */
  noteOperator(sub: string, now: Date): void {
    this.responsibleOperator = sub;
    this.responsibleUntil = new Date(now.getTime() + FIRST_DAYS_MS);
  }

  responsibleAt(now: Date): string | undefined {
    const isOver = this.responsibleUntil === null || this.responsibleUntil <= now;
    return isOver ? undefined : (this.responsibleOperator ?? undefined);
  }

  change(changes: Partial<NewClient>, now: Date): void {
    Object.assign(this, changes);
    if (!this.usesSecret) this.secrets = [];
    this.updatedAt = now;
  }
}

const FIRST_DAYS_MS = 7 * 86_400_000;

const earlier = (a: string | null, b: string): string => (a !== null && a < b ? a : b);

/**
 * The time of a client's last use, to the minute. It has its own table, so that recording a use does not update the
 * client's row.
 */
@Entity({ schema: 'auth', name: 'client_use' })
export class LastClientUse {
  @ForeignKey(() => Client, { name: 'client_use_client_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'text', name: 'client_id' })
  clientId!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'used_at' }) usedAt!: Date;
}

/** The last time that a client was refused a token for a particular reason. There is one row per client and reason. */
@Entity({ schema: 'auth', name: 'client_refusal' })
export class ClientRefusal {
  @ForeignKey(() => Client, { name: 'client_refusal_client_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'text', name: 'client_id' })
  clientId!: string;
  /** The OAuth error code (RFC 6749). */
  @PrimaryColumn({ type: 'text' }) error!: string;
  @PrimaryColumn({ type: 'text' }) reason!: string;
  @Column({ type: 'text', name: 'request_id' }) requestId!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'refused_at' }) refusedAt!: Date;
}

import type { JWK } from 'jose';
import {
  array,
  ArrayField,
  boolean,
  EnumField,
  Field,
  httpsUrl,
  integer,
  IntegerField,
  listOf,
  object,
  oneOf,
  PageQuery,
  text,
  TextField,
} from '../../../shared/fields/index.js';
import {
  applicationTypes,
  authMethods,
  grantTypes,
  type ApplicationType,
  type AuthMethod,
  type GrantType,
  type IdvSettings,
} from '../../client/client-profile.js';
import type { BackchannelSettings } from '../../client/backchannel.js';
import { powersOf } from '../../client/client-powers.js';
import { securityProfiles, type SecurityProfile } from '../../client/security-profile.js';
import { acrValues, type Level, levels } from '../../sessions/levels.js';
import { LONGEST_ACCESS_TOKEN_SECONDS } from '../../tokens/revoked-tokens.js';
import { knownScopes } from '../../tokens/token-plan.js';
import { signingAlgorithms, type SigningAlgorithm } from '../../keys/signing-key-state.js';
import type { ClientFilter } from '../../client/client.repository.js';
import type { ShownClient } from '../clients.service.js';
import { BackchannelDto } from './backchannel.dto.js';
import { JwksDto } from './client-settings.dto.js';
import { API_SCOPES, apiScope, browserOrigin, callerAddress, redirectUri, URIS } from './client.kinds.js';
import { IdvSettingsDto } from './idv-settings.dto.js';
import { ShownKycDto } from './kyc.dto.js';

const epochMs = () => integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const NULLABLE = { nullable: true } as const;

const TIME = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 };

export class ClientSecretDto {
  @IntegerField({ ...TIME, description: 'When the secret was created, in milliseconds since 1970.' })
  createdTs!: number;
  @IntegerField({
    ...TIME,
    nullable: true,
    description: 'When the secret expires, in milliseconds since 1970. `null`: it stays valid until it is replaced.',
  })
  endsTs!: number | null;
}

/** A client as the API returns it. For each secret, it includes only the times, not the secret itself. */
export class ClientDto {
  @Field(text({ max: 36 })) clientId!: string;
  @Field(text({ max: 255 })) enterpriseId!: string;
  @Field(boolean()) test!: boolean;
  @Field(boolean(), {
    description: 'Whether the client administers the whole service. Only the command line can set this.',
  })
  administrator!: boolean;
  @Field(text({ max: 255 })) clientName!: string;
  @Field(array(redirectUri(), URIS)) redirectUris!: string[];
  @Field(array(redirectUri(), URIS)) postLogoutRedirectUris!: string[];
  @Field(array(oneOf(grantTypes, 'GrantType'), { max: grantTypes.length })) grantTypes!: GrantType[];
  @Field(array(oneOf(knownScopes, 'Scope'), { max: knownScopes.length })) scopes!: string[];
  @Field(array(apiScope(), API_SCOPES)) apiScopes!: string[];
  @Field(array(text({ max: 64 }), { max: knownScopes.length + API_SCOPES.max + 1 }), {
    example: ['users:write', 'firstParty'],
    description:
      'What makes this client privileged: its sensitive scopes, the scopes of your own APIs, and `firstParty`. Operators need the approval of a second operator for these. Always empty for test clients.',
  })
  powers!: string[];
  @Field(oneOf(authMethods, 'ClientAuthMethod')) authMethod!: AuthMethod;
  @Field(object(() => JwksDto), NULLABLE) jwks!: { keys: JWK[] } | null;
  @Field(httpsUrl(), NULLABLE) jwksUri!: string | null;
  @Field(oneOf(applicationTypes, 'ApplicationType')) applicationType!: ApplicationType;
  @Field(boolean()) firstParty!: boolean;
  @Field(boolean()) consentEachTime!: boolean;
  @Field(integer({ min: 60, max: LONGEST_ACCESS_TOKEN_SECONDS }), NULLABLE) accessTokenTtl!: number | null;
  @Field(integer({ min: 300, max: 31_536_000 }), NULLABLE) refreshTokenTtl!: number | null;
  @Field(httpsUrl(), NULLABLE) errorUrl!: string | null;
  @Field(httpsUrl(), NULLABLE) logoUri!: string | null;
  @Field(array(browserOrigin(), URIS)) allowedOrigins!: string[];
  @Field(array(callerAddress(), URIS)) allowedCallers!: string[];
  @Field(httpsUrl(), NULLABLE) backchannelLogoutUri!: string | null;
  @Field(oneOf(signingAlgorithms, 'IdTokenAlgorithm')) idTokenSignedResponseAlg!: SigningAlgorithm;
  @Field(oneOf(signingAlgorithms, 'IdTokenAlgorithm'), NULLABLE) userinfoSignedResponseAlg!: SigningAlgorithm | null;
  @Field(boolean()) dpopBoundAccessTokens!: boolean;
  @Field(boolean()) requirePushedAuthorizationRequests!: boolean;
  @Field(boolean()) requirePkce!: boolean;
  @Field(oneOf(securityProfiles, 'SecurityProfile'), NULLABLE) securityProfile!: SecurityProfile | null;
  @Field(boolean()) jwtAccessTokens!: boolean;
  @Field(text({ max: 64 }), NULLABLE) accessTokenAudience!: string | null;
  @Field(object(() => ShownKycDto), NULLABLE) kyc!: ShownKycDto | null;
  @Field(object(() => IdvSettingsDto), NULLABLE) idv!: IdvSettings | null;
  @Field(oneOf(levels, 'SignInLevel'), NULLABLE) leastLevel!: Level | null;
  @Field(array(oneOf(acrValues, 'AcrValue'), { max: acrValues.length })) defaultAcrValues!: string[];
  @Field(array(text({ max: 64 }), { max: 50 })) authorizationDetailsTypes!: string[];
  @Field(object(() => BackchannelDto), NULLABLE) backchannel!: BackchannelSettings | null;
  @ArrayField(() => ClientSecretDto, { max: 100, description: 'The secrets that are valid now, newest first.' })
  secrets!: ClientSecretDto[];
  @Field(epochMs(), {
    ...NULLABLE,
    example: 1_767_225_600_000,
    description:
      'When the client last obtained or used a token, accurate to one or two minutes. `null`: no use has been recorded.',
  })
  lastUsedTs!: number | null;
  @Field(epochMs()) createdTs!: number;
  @Field(text({ max: 255 }), {
    example: 'operator',
    description:
      'Who created the client: the `clientId` of a client, `operator:` and the id of an operator at the console, `operator` for the command line, `configuration` for configuration files, `registration:` and the id of an initial access token for a client that has registered itself, or `the service`.',
  })
  createdBy!: string;
  @Field(epochMs()) updatedTs!: number;

  static of({ client, kyc, secrets, lastUsedAt }: ShownClient): ClientDto {
    return {
      clientId: client.clientId,
      enterpriseId: client.enterpriseId,
      test: client.test,
      administrator: client.administrator,
      clientName: client.clientName,
      redirectUris: client.redirectUris,
      postLogoutRedirectUris: client.postLogoutRedirectUris,
      grantTypes: client.grantTypes,
      scopes: client.scopes,
      apiScopes: client.apiScopes,
      powers: powersOf(client),
      authMethod: client.authMethod,
      jwks: client.jwks,
      jwksUri: client.jwksUri,
      applicationType: client.applicationType,
      firstParty: client.firstParty,
      consentEachTime: client.consentEachTime,
      accessTokenTtl: client.accessTokenTtl,
      refreshTokenTtl: client.refreshTokenTtl,
      errorUrl: client.errorUrl,
      logoUri: client.logoUri,
      allowedOrigins: client.allowedOrigins,
      allowedCallers: client.allowedCallers,
      backchannelLogoutUri: client.backchannelLogoutUri,
      idTokenSignedResponseAlg: client.idTokenSignedResponseAlg,
      userinfoSignedResponseAlg: client.userinfoSignedResponseAlg,
      dpopBoundAccessTokens: client.dpopBoundAccessTokens,
      requirePushedAuthorizationRequests: client.requirePushedAuthorizationRequests,
      requirePkce: client.requirePkce,
      securityProfile: client.securityProfile,
      jwtAccessTokens: client.jwtAccessTokens,
      accessTokenAudience: client.accessTokenAudience,
      kyc: kyc && ShownKycDto.of(kyc),
      idv: client.idv,
      leastLevel: client.leastLevel,
      defaultAcrValues: client.defaultAcrValues,
      authorizationDetailsTypes: client.authorizationDetailsTypes,
      backchannel: client.backchannel,
      secrets: secrets.map(({ createdAt, expiresAt }) => ({
        createdTs: Date.parse(createdAt),
        endsTs: expiresAt === null ? null : Date.parse(expiresAt),
      })),
      lastUsedTs: lastUsedAt?.getTime() ?? null,
      createdTs: client.createdAt.getTime(),
      createdBy: client.createdBy,
      updatedTs: client.updatedAt.getTime(),
    };
  }
}

export class ClientWithSecretDto extends ClientDto {
  @Field(text({ max: 43 }), {
    optional: true,
    description: 'The client secret. It is shown only in this response: the service stores only its hash.',
  })
  clientSecret?: string;

  static ofNew(shown: ShownClient, secret: string | null): ClientWithSecretDto {
    return Object.assign(ClientDto.of(shown), { ...(secret !== null && { clientSecret: secret }) });
  }
}

export class ClientListDto extends listOf('clients', () => ClientDto) {}

export class ClientsQuery extends PageQuery {
  @TextField({
    max: 255,
    optional: true,
    example: 'banking',
    description:
      'Only clients whose name contains this text, and the client with this `clientId`. Case is ignored in names.',
  })
  q?: string;

  @EnumField(knownScopes, {
    name: 'Scope',
    optional: true,
    example: 'users:read',
    description: 'Only clients that have this scope.',
  })
  scope?: string;

  @EnumField(grantTypes, { name: 'GrantType', optional: true, example: 'client_credentials' })
  grantType?: GrantType;

  @EnumField(authMethods, { name: 'ClientAuthMethod', optional: true, example: 'private_key_jwt' })
  authMethod?: AuthMethod;

  static toFilter({ q, scope, grantType, authMethod }: ClientsQuery): ClientFilter {
    return { q, scope, grantType, authMethod };
  }
}

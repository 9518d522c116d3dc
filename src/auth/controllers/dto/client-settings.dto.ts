import type { JWK } from 'jose';
import {
  array,
  ArrayField,
  BooleanField,
  EnumField,
  Field,
  HttpsUrlField,
  IntegerField,
  ObjectField,
  text,
} from '../../../shared/http/fields/index.js';
import { applicationTypes, authMethods, type ApplicationType, type AuthMethod } from '../../domain/client-profile.js';
import { LONGEST_ACCESS_TOKEN_SECONDS } from '../../domain/cut-off.js';
import { signingAlgorithms, type SigningAlgorithm } from '../../domain/signing-key-state.js';
import { browserOrigin, callerAddress, publicJwk, redirectUri, share } from './client-fields.js';
import { KycDto } from './kyc.dto.js';

export const URIS = { max: 50, unique: true } as const;
const NONE = { optional: true, nullable: true } as const;

export class JwksDto {
  @Field(array(publicJwk(), { min: 1, max: 10 }), {
    description: 'Public keys; several while you change from one to another.',
  })
  keys!: JWK[];
}

export class IdvSettingsDto {
  @BooleanField({ optional: true, description: 'Whether a person decides where the engine is not sure.' })
  review?: boolean;
  @Field(share(), { optional: true, description: 'How alike selfie and portrait must be.' }) matchThreshold?: number;
  @Field(share(), { optional: true, description: 'From here to the match the user may try again.' })
  retryThreshold?: number;
  @ArrayField(text({ max: 64, pattern: /^[\w-]+$/ }), { min: 1, max: 50, unique: true, optional: true })
  documentTypes?: string[];
  @IntegerField({ min: 0, max: 3_650, optional: true, description: 'How long images are kept.' })
  retentionDays?: number;
  @BooleanField({ optional: true, description: 'Whether a face that is known under another user fails.' })
  duplicateFace?: boolean;
}

/** What may be left out when a client is made. */
export class ClientSettingsDto {
  @ArrayField(redirectUri(), {
    ...URIS,
    optional: true,
    description:
      'Exact addresses. Web: https; with `test` also http on the loopback. Native: https, http on the loopback (any port is taken), or a scheme such as com.example.app:',
  })
  redirectUris?: string[];

  @ArrayField(redirectUri(), { ...URIS, optional: true, description: 'Where users may be sent after logout.' })
  postLogoutRedirectUris?: string[];

  @EnumField(authMethods, { name: 'ClientAuthMethod', default: 'client_secret_basic' }) authMethod?: AuthMethod;
  @ObjectField(() => JwksDto, { ...NONE, description: 'With private_key_jwt.' }) jwks?: JwksDto | null;
  @EnumField(applicationTypes, { name: 'ApplicationType', default: 'web' }) applicationType?: ApplicationType;
  @BooleanField({ default: false, description: 'Your own application: its users are not asked for consent.' })
  firstParty?: boolean;

  @IntegerField({
    ...NONE,
    min: 60,
    max: LONGEST_ACCESS_TOKEN_SECONDS,
    description: 'Seconds. Left out: 300 for users, 3600 for the client itself.',
  })
  accessTokenTtl?: number | null;

  @IntegerField({ ...NONE, min: 300, max: 31_536_000, description: 'Seconds. Left out: 14 days.' }) refreshTokenTtl?:
    number | null;
  @HttpsUrlField({ ...NONE, description: 'Where our error pages point to.' }) errorUrl?: string | null;
  @HttpsUrlField({ ...NONE, description: 'Shown on the consent page.' }) logoUri?: string | null;

  @ArrayField(browserOrigin(), {
    ...URIS,
    optional: true,
    description: 'Browser origins that may call the token and userinfo endpoints.',
  })
  allowedOrigins?: string[];

  @ArrayField(callerAddress(), {
    ...URIS,
    optional: true,
    description: 'Addresses and subnets that may use its tokens. Left out: any.',
  })
  allowedCallers?: string[];

  @HttpsUrlField({ ...NONE, description: 'Told when a session ends (OpenID Connect Back-Channel Logout).' })
  backchannelLogoutUri?: string | null;
  @EnumField(signingAlgorithms, { name: 'IdTokenAlgorithm', default: 'RS256' })
  idTokenSignedResponseAlg?: SigningAlgorithm;
  @BooleanField({ default: false, description: 'Tokens only with a DPoP proof.' }) dpopBoundAccessTokens?: boolean;
  @BooleanField({ default: false }) requirePushedAuthorizationRequests?: boolean;
  @ObjectField(() => KycDto, { ...NONE }) kyc?: KycDto | null;
  @ObjectField(() => IdvSettingsDto, { ...NONE }) idv?: IdvSettingsDto | null;
}

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
  oneOf,
  text,
  TextField,
} from '../../../shared/fields/index.js';
import { applicationTypes, authMethods, type ApplicationType, type AuthMethod } from '../../client/client-profile.js';
import { securityProfiles, type SecurityProfile } from '../../client/security-profile.js';
import { acrValues, type Level, levels } from '../../sessions/levels.js';
import { LONGEST_ACCESS_TOKEN_SECONDS } from '../../tokens/revoked-tokens.js';
import { signingAlgorithms, type SigningAlgorithm } from '../../keys/signing-key-state.js';
import { API_SCOPES, apiScope, browserOrigin, callerAddress, redirectUri, URIS } from './client.kinds.js';
import { BackchannelDto } from './backchannel.dto.js';
import { IdvSettingsDto } from './idv-settings.dto.js';
import { KycDto } from './kyc.dto.js';
import { publicJwk } from './public-jwk.kind.js';

const NONE = { optional: true, nullable: true } as const;

export class JwksDto {
  @Field(array(publicJwk(), { min: 1, max: 10 }), {
    description: 'The public keys. Set several while you replace one key with another.',
  })
  keys!: JWK[];
}

/** The optional fields of a new client. */
export class ClientSettingsDto {
  @ArrayField(redirectUri(), {
    ...URIS,
    optional: true,
    description:
      'The allowed redirect addresses. They must match exactly. Web clients: https, or for test clients also http on the loopback address. Native clients: https, http on the loopback address (any port matches), or a private scheme such as com.example.app:',
  })
  redirectUris?: string[];

  @ArrayField(redirectUri(), {
    ...URIS,
    optional: true,
    description: 'The addresses to which users may be redirected after logout.',
  })
  postLogoutRedirectUris?: string[];

  @EnumField(authMethods, {
    name: 'ClientAuthMethod',
    default: 'client_secret_basic',
    description: 'How the client authenticates at the token endpoint.',
  })
  authMethod?: AuthMethod;
  @ObjectField(() => JwksDto, {
    ...NONE,
    description:
      "The public keys with which the service verifies the client's assertions. With the `authMethod` `private_key_jwt`, either `jwks` or `jwksUri` is required.",
  })
  jwks?: JwksDto | null;
  @HttpsUrlField({
    ...NONE,
    description:
      'The address at which the client publishes its public keys. Use it instead of `jwks`. When the service needs a key, it reads at most 20 keys from this address, and caches them for five minutes.',
  })
  jwksUri?: string | null;
  @EnumField(applicationTypes, { name: 'ApplicationType', default: 'web' }) applicationType?: ApplicationType;
  @BooleanField({
    default: false,
    description:
      'Whether the client is your own application. Users are then asked for consent only if `consentEachTime` is set.',
  })
  firstParty?: boolean;

  @BooleanField({
    default: false,
    description:
      'Whether users must consent at each sign-in to this client, even if it is your own application or they have consented before. A request with `prompt=none` then fails with `consent_required`.',
  })
  consentEachTime?: boolean;

  @IntegerField({
    ...NONE,
    min: 60,
    max: LONGEST_ACCESS_TOKEN_SECONDS,
    description:
      'The lifetime of access tokens, in seconds. Default: 300 for tokens of users, 3600 for tokens of the client itself.',
  })
  accessTokenTtl?: number | null;

  @IntegerField({
    ...NONE,
    min: 300,
    max: 31_536_000,
    description: 'The lifetime of refresh tokens, in seconds. Default: 14 days.',
  })
  refreshTokenTtl?: number | null;
  @HttpsUrlField({
    ...NONE,
    description: 'The address to which the error pages of this service link, so that users can return to the client.',
  })
  errorUrl?: string | null;
  @HttpsUrlField({ ...NONE, description: "The address of the client's logo. The consent page shows it." })
  logoUri?: string | null;

  @ArrayField(browserOrigin(), {
    ...URIS,
    optional: true,
    description:
      'The browser origins that may call the token and userinfo endpoints (CORS). Pages inside a native app have the origin `app://localhost`, `capacitor://localhost`, `ionic://localhost`, `https://localhost` or `http://localhost`.',
  })
  allowedOrigins?: string[];

  @ArrayField(callerAddress(), {
    ...URIS,
    optional: true,
    description: "The IP addresses and subnets from which the client's tokens may be used. Default: any address.",
  })
  allowedCallers?: string[];

  @HttpsUrlField({
    ...NONE,
    description: 'The address that the service calls when a session ends (OpenID Connect Back-Channel Logout).',
  })
  backchannelLogoutUri?: string | null;
  @EnumField(signingAlgorithms, { name: 'IdTokenAlgorithm', default: 'RS256' })
  idTokenSignedResponseAlg?: SigningAlgorithm;
  @EnumField(signingAlgorithms, {
    ...NONE,
    name: 'IdTokenAlgorithm',
    description:
      'If an algorithm is set, the userinfo endpoint returns a JWT that is signed with it. Otherwise, it returns plain JSON.',
  })
  userinfoSignedResponseAlg?: SigningAlgorithm | null;
  @BooleanField({
    default: false,
    description: 'Whether the client can obtain only tokens that are bound to a DPoP key.',
  })
  dpopBoundAccessTokens?: boolean;
  @BooleanField({
    default: false,
    description: 'Whether the client must start each sign-in with a pushed authorization request (RFC 9126).',
  })
  requirePushedAuthorizationRequests?: boolean;

  @BooleanField({
    default: false,
    description:
      'Whether the client must use PKCE (RFC 7636) for each sign-in. A client without a secret must always use it.',
  })
  requirePkce?: boolean;

  @EnumField(securityProfiles, {
    ...NONE,
    name: 'SecurityProfile',
    description:
      '`fapi2` selects the FAPI 2.0 Security Profile. It requires the `authMethod` `private_key_jwt`. The client signs its assertions with PS256, ES256 or EdDSA, and the issuer is their only audience. The profile turns on `requirePkce`, `requirePushedAuthorizationRequests` and `dpopBoundAccessTokens`, and sets `idTokenSignedResponseAlg` to ES256. Refresh tokens are not replaced when they are used.',
  })
  securityProfile?: SecurityProfile | null;

  @BooleanField({
    default: false,
    description:
      'Whether access tokens that only identify the user are JWTs. Set this for software that reads the token itself. Access tokens for the APIs of this service are always JWTs.',
  })
  jwtAccessTokens?: boolean;

  @TextField({
    ...NONE,
    max: 64,
    pattern: /^[!-~]+$/,
    called: 'the id of a client',
    example: '0198c0de-0000-7000-8000-000000000001',
    description:
      'With `jwtAccessTokens`: the `clientId` of the client that receives these tokens as their audience, for example your API gateway. That client must belong to the same enterprise. Default: the client itself.',
  })
  accessTokenAudience?: string | null;

  @EnumField(levels, {
    ...NONE,
    name: 'SignInLevel',
    example: 2,
    description:
      'The minimum sign-in level that this client accepts. `1`: one factor. `2`: two factors. `3`: two factors, one of which cannot be phished. A user who is signed in at a lower level is asked for the missing factor. Default: `null`, which accepts any level.',
  })
  leastLevel?: Level | null;

  @ArrayField(oneOf(acrValues, 'AcrValue'), {
    max: acrValues.length,
    unique: true,
    optional: true,
    example: ['urn:countersign:acr:2'],
    description:
      'The `acr_values` for authorization requests that contain none. They are only a preference: a user who cannot reach the level can still sign in.',
  })
  defaultAcrValues?: string[];

  @ArrayField(apiScope(), {
    ...API_SCOPES,
    optional: true,
    example: ['orders.read'],
    description:
      'The scopes of your own APIs that the client may request. You register APIs by `POST /v1/apis`. The client requests a token for one API at a time.',
  })
  apiScopes?: string[];

  @ArrayField(text({ max: 64, pattern: /^[A-Za-z][A-Za-z0-9_.:-]*$/ }), {
    max: 50,
    unique: true,
    optional: true,
    example: ['payment_initiation'],
    description:
      'The types of `authorization_details` (RFC 9396) that the client may send. `payment_initiation` is built in. You can create other types by `POST /v1/authorizationDetailTypes`.',
  })
  authorizationDetailsTypes?: string[];

  @ObjectField(() => BackchannelDto, {
    ...NONE,
    description:
      'How the client asks people to approve something on their phones (OpenID Connect CIBA). Required with the grant type `urn:openid:params:grant-type:ciba`.',
  })
  backchannel?: BackchannelDto | null;

  @ObjectField(() => KycDto, {
    ...NONE,
    description: 'Your KYC endpoint. The service calls it for each verified person.',
  })
  kyc?: KycDto | null;
  @ObjectField(() => IdvSettingsDto, {
    ...NONE,
    description: 'Settings for identity verifications that the client creates.',
  })
  idv?: IdvSettingsDto | null;
}

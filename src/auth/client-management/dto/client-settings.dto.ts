import type { JWK } from 'jose';
import { Networks } from '../../../config/networks.js';
import {
  array,
  ArrayField,
  BooleanField,
  EnumField,
  Field,
  HttpsUrlField,
  IntegerField,
  type Kind,
  ObjectField,
  scalar,
  TextField,
} from '../../../shared/http/index.js';
import {
  isOrigin,
  isPlainUri,
  applicationTypes,
  authMethods,
  type ApplicationType,
  type AuthMethod,
} from '../../client/client-profile.js';
import { securityProfiles, type SecurityProfile } from '../../client/security-profile.js';
import { LONGEST_ACCESS_TOKEN_SECONDS } from '../../tokens/revoked-tokens.js';
import { signingAlgorithms, type SigningAlgorithm } from '../../keys/signing-key-state.js';
import { IdvSettingsDto } from './idv-settings.dto.js';
import { KycDto } from './kyc.dto.js';

/** A redirect URI. Which schemes are allowed depends on the kind of client. */
export const redirectUri = (): Kind =>
  scalar({ type: 'string', format: 'uri', maxLength: 2048, pattern: '^[!-~]+$' }, (value) =>
    typeof value === 'string' && isPlainUri(value)
      ? undefined
      : 'Must be an absolute URI without fragment, credentials or wildcard.',
  );

export const browserOrigin = (): Kind =>
  scalar({ type: 'string', format: 'uri', maxLength: 2048, example: 'https://app.example.com' }, (value) =>
    typeof value === 'string' && isOrigin(value)
      ? undefined
      : 'Must be an https origin such as https://app.example.com, http on the loopback, or app://localhost, capacitor://localhost or ionic://localhost.',
  );

export const callerAddress = (): Kind =>
  scalar({ type: 'string', minLength: 2, maxLength: 49, example: '203.0.113.0/24' }, (value) =>
    typeof value === 'string' && Networks.isEntry(value)
      ? undefined
      : 'Must be an address or a subnet such as 203.0.113.0/24.',
  );

/** A coordinate of P-256, or a key of Ed25519. */
const PUBLIC_EC = /^[\w-]{43}$/;
/** RSA moduli of 2048 to 4096 bits. */
const PUBLIC_RSA = /^[\w-]{342,683}$/;

/** A public key of a client: P-256, Ed25519, or RSA of at least 2048 bits. Private and symmetric keys are refused. */
const publicJwk = (): Kind =>
  scalar(
    {
      type: 'object',
      description: 'A public JWK: P-256, Ed25519, or RSA of at least 2048 bits.',
      additionalProperties: true,
    },
    (value) =>
      typeof value === 'object' && value !== null && isPublicJwk(value as Readonly<Record<string, unknown>>)
        ? undefined
        : 'Must be a public JWK, P-256, Ed25519 or RSA of at least 2048 bits, without private members.',
  );

const MEMBERS = new Set(['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use']);
const isText = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value);

function isPublicJwk(jwk: Readonly<Record<string, unknown>>): boolean {
  if (Object.keys(jwk).some((member) => !MEMBERS.has(member))) return false;
  if (jwk['use'] !== undefined && jwk['use'] !== 'sig') return false;
  if (jwk['kid'] !== undefined && !isText(jwk['kid'], /^[!-~]{1,255}$/)) return false;
  if (jwk['kty'] === 'EC')
    return (
      jwk['crv'] === 'P-256' && fits(jwk['alg'], 'ES256') && isText(jwk['x'], PUBLIC_EC) && isText(jwk['y'], PUBLIC_EC)
    );
  if (jwk['kty'] === 'OKP')
    return (
      jwk['crv'] === 'Ed25519' && fits(jwk['alg'], 'EdDSA', 'Ed25519') && isText(jwk['x'], PUBLIC_EC) && !('y' in jwk)
    );
  return (
    jwk['kty'] === 'RSA' &&
    fits(jwk['alg'], 'RS256', 'PS256') &&
    isText(jwk['n'], PUBLIC_RSA) &&
    isText(jwk['e'], /^[\w-]{2,8}$/)
  );
}

const fits = (alg: unknown, ...known: readonly string[]): boolean =>
  alg === undefined || known.some((one) => one === alg);

export const URIS = { max: 50, unique: true } as const;
const NONE = { optional: true, nullable: true } as const;

export class JwksDto {
  @Field(array(publicJwk(), { min: 1, max: 10 }), {
    description: 'Public keys; several while you change from one to another.',
  })
  keys!: JWK[];
}

/** The optional fields of a new client. */
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
    description:
      'Browser origins that may call the token and userinfo endpoints. Pages inside a native app have `app://localhost`, `capacitor://localhost`, `ionic://localhost`, `https://localhost` or `http://localhost`.',
  })
  allowedOrigins?: string[];

  @ArrayField(callerAddress(), {
    ...URIS,
    optional: true,
    description: 'Addresses and subnets that may use its tokens. Left out: any.',
  })
  allowedCallers?: string[];

  @HttpsUrlField({ ...NONE, description: 'Called when a session ends (OpenID Connect Back-Channel Logout).' })
  backchannelLogoutUri?: string | null;
  @EnumField(signingAlgorithms, { name: 'IdTokenAlgorithm', default: 'RS256' })
  idTokenSignedResponseAlg?: SigningAlgorithm;
  @BooleanField({ default: false, description: 'Tokens only with a DPoP proof.' }) dpopBoundAccessTokens?: boolean;
  @BooleanField({ default: false, description: 'Sign-ins only by pushed authorization requests (RFC 9126).' })
  requirePushedAuthorizationRequests?: boolean;

  @BooleanField({
    default: false,
    description: 'Sign-ins only with PKCE (RFC 7636). A client without a secret always needs it.',
  })
  requirePkce?: boolean;

  @EnumField(securityProfiles, {
    ...NONE,
    name: 'SecurityProfile',
    description:
      '`fapi2` is the FAPI 2.0 Security Profile. The client signs its assertions with PS256, ES256 or EdDSA, for the issuer as their only audience. It needs `private_key_jwt`, and sets `requirePkce`, `requirePushedAuthorizationRequests`, `dpopBoundAccessTokens` and an `idTokenSignedResponseAlg` of ES256. Its refresh tokens stay the same when they are used.',
  })
  securityProfile?: SecurityProfile | null;

  @BooleanField({
    default: false,
    description:
      'Whether access tokens that only identify the user are JWTs, for software that reads the token itself. Tokens for our APIs always are.',
  })
  jwtAccessTokens?: boolean;

  @TextField({
    ...NONE,
    max: 64,
    pattern: /^[!-~]+$/,
    called: 'the id of a client',
    example: '0198c0de-0000-7000-8000-000000000001',
    description:
      'With `jwtAccessTokens`: the `clientId` of the client that these tokens are for, such as your API gateway. It belongs to the same enterprise. Left out: the client itself.',
  })
  accessTokenAudience?: string | null;

  @ObjectField(() => KycDto, { ...NONE }) kyc?: KycDto | null;
  @ObjectField(() => IdvSettingsDto, { ...NONE }) idv?: IdvSettingsDto | null;
}

import type { JWK } from 'jose';
import { type BackchannelSettings, backchannelRules, CIBA_GRANT } from './backchannel.js';
import { DEVICE_GRANT, deviceRules, EXCHANGE_GRANT, exchangeRules } from './settings/grant-types.js';
import type { SigningAlgorithm } from '../keys/signing-key-state.js';
import { type FieldError, isPlainUrl } from '../../shared/kernel/index.js';
import { isEnterpriseScope } from '../tokens/token-plan.js';
import type { Level } from '../sessions/levels.js';
import { chipFaults, type IdvSettings } from './settings/verification-settings.js';
import { profileRules, type SecurityProfile } from './security-profile.js';

export type { IdvSettings };
export type { KycAuth, KycSettings } from './settings/verification-settings.js';

export const grantTypes = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  DEVICE_GRANT,
  CIBA_GRANT,
  EXCHANGE_GRANT,
] as const;
export type GrantType = (typeof grantTypes)[number];

export const authMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;
export type AuthMethod = (typeof authMethods)[number];

export const applicationTypes = ['web', 'native'] as const;
export type ApplicationType = (typeof applicationTypes)[number];

/** Properties of a client that may change; its identity and owner may not. */
export interface ClientProfile {
  readonly clientName: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly grantTypes: readonly GrantType[];
  readonly scopes: readonly string[];
  /** Scopes of the enterprise's own APIs. */
  readonly apiScopes: readonly string[];
  readonly authMethod: AuthMethod;
  readonly jwks: { readonly keys: readonly JWK[] } | null;
  /** The URL at which the client publishes its keys; an alternative to `jwks`. */
  readonly jwksUri: string | null;
  readonly applicationType: ApplicationType;
  readonly firstParty: boolean;
  /** Whether users must consent to each authorization request, even if they have consented before. */
  readonly consentEachTime: boolean;
  readonly accessTokenTtl: number | null;
  readonly refreshTokenTtl: number | null;
  readonly errorUrl: string | null;
  readonly logoUri: string | null;
  readonly allowedOrigins: readonly string[];
  readonly allowedCallers: readonly string[];
  readonly backchannelLogoutUri: string | null;
  readonly idTokenSignedResponseAlg: SigningAlgorithm;
  /** `null` means that userinfo responses are plain JSON. */
  readonly userinfoSignedResponseAlg: SigningAlgorithm | null;
  readonly dpopBoundAccessTokens: boolean;
  readonly requirePushedAuthorizationRequests: boolean;
  readonly requirePkce: boolean;
  readonly securityProfile: SecurityProfile | null;
  /**
   * Whether user tokens that are not for an enterprise's API are JWTs. Tokens for the service's own APIs are always
   * JWTs.
   */
  readonly jwtAccessTokens: boolean;
  /** The client named as the audience of the JWTs that `jwtAccessTokens` enables; `null` means the client itself. */
  readonly accessTokenAudience: string | null;
  readonly idv: IdvSettings | null;
  /** Minimum level of the sign-ins that the client accepts; `null` if the client sets no minimum. */
  readonly leastLevel: Level | null;
  /** Default `acr_values` for requests without any. */
  readonly defaultAcrValues: readonly string[];
  /** The types of `authorization_details` that the client may send. */
  readonly authorizationDetailsTypes: readonly string[];
  /** `null` if the client does not request approvals on the phone. */
  readonly backchannel: BackchannelSettings | null;
}

/** Defaults of a new client. */
export const unsetProfile = {
  applicationType: 'web',
  redirectUris: [],
  postLogoutRedirectUris: [],
  apiScopes: [],
  jwks: null,
  jwksUri: null,
  firstParty: false,
  consentEachTime: false,
  accessTokenTtl: null,
  refreshTokenTtl: null,
  errorUrl: null,
  logoUri: null,
  allowedOrigins: [],
  allowedCallers: [],
  backchannelLogoutUri: null,
  idTokenSignedResponseAlg: 'RS256',
  userinfoSignedResponseAlg: null,
  dpopBoundAccessTokens: false,
  requirePushedAuthorizationRequests: false,
  requirePkce: false,
  securityProfile: null,
  jwtAccessTokens: false,
  accessTokenAudience: null,
  idv: null,
  leastLevel: null,
  defaultAcrValues: [],
  authorizationDetailsTypes: [],
  backchannel: null,
} as const satisfies Partial<ClientProfile>;

export interface NewClient extends ClientProfile {
  readonly administrator: boolean;
}

export interface NewClientOptions {
  readonly test?: boolean;
  readonly administrator?: boolean;
  readonly clientId?: string;
  readonly secret?: string | undefined;
}

const LONGEST = 2_048;
const PRINTABLE = /^[!-~]+$/;
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Whether a URI is absolute, without fragment, credentials or wildcard, and safe in a header. */
export function isPlainUri(text: string): boolean {
  if (text.length > LONGEST || !PRINTABLE.test(text) || /[#*\\]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) ? isPlainUrl(text) : !username && !password;
}

const isHttps = (uri: string): boolean => new URL(uri).protocol === 'https:';

/** An https redirect URI that an app has claimed (RFC 8252, 7.2). Loopback addresses cannot be claimed. */
export const isClaimedHttps = (uri: string): boolean => isHttps(uri) && !LOOPBACK.has(new URL(uri).hostname);

/** A redirect URI of a local server that an app runs on its user's machine (RFC 8252, 7.3). */
const isLoopbackHttp = (uri: string): boolean => {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && LOOPBACK.has(hostname);
};

const AT_LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?((?:\/.*)?)$/;

/** Whether a loopback URI matches a registered one, ignoring the port, because apps listen on any free port. */
export function isAtAnyPortOf(registered: readonly string[], uri: string): boolean {
  const asked = withoutPort(uri);
  return asked !== undefined && URL.canParse(uri) && registered.some((one) => withoutPort(one) === asked);
}

const withoutPort = (uri: string): string | undefined => {
  const [, host, rest] = AT_LOOPBACK.exec(uri) ?? [];
  return host === undefined ? undefined : `${host}${rest ?? ''}`;
};

/**
 * Whether the scheme of a redirect URI may belong to an app: a reversed domain name such as `com.example.app:` (RFC
 * 8252, 7.1).
 */
export const isOwnScheme = (uri: string): boolean => /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:$/.test(new URL(uri).protocol);

/** Origins of pages inside apps: Cordova on iOS, Capacitor, and Ionic. */
const IN_APP = new Set(['app://localhost', 'capacitor://localhost', 'ionic://localhost']);

/**
 * Whether a string is an origin as browsers send it, without a path or trailing slash. The origin `null` is rejected,
 * because pages of any site can send it.
 */
export const isOrigin = (text: string): boolean =>
  IN_APP.has(text) || (isPlainUri(text) && new URL(text).origin === text && (isHttps(text) || isLoopbackHttp(text)));

/** A rule: the field to report, the condition that the client must meet, and the error message if it does not. */
export type Rule = readonly [field: keyof ClientProfile, holds: (client: ClientProfile) => boolean, otherwise: string];

const has = (client: ClientProfile, grant: ClientProfile['grantTypes'][number]) => client.grantTypes.includes(grant);

/** Rules that span several fields of a client. Each single field is validated by its DTO. */
const rules: readonly Rule[] = [
  [
    'redirectUris',
    (c) => !has(c, 'authorization_code') || c.redirectUris.length > 0,
    'The grant type authorization_code requires at least one.',
  ],
  [
    'redirectUris',
    (c) => has(c, 'authorization_code') || c.redirectUris.length === 0,
    'Only allowed with the grant type authorization_code.',
  ],
  [
    'grantTypes',
    (c) => !c.scopes.some(isEnterpriseScope) || has(c, 'client_credentials'),
    'Scopes for servers require the grant type client_credentials.',
  ],
  [
    'authMethod',
    (c) => !has(c, 'client_credentials') || c.authMethod !== 'none',
    'The grant type client_credentials requires an authMethod other than none.',
  ],
  [
    'jwks',
    (c) => Number(c.jwks !== null) + Number(c.jwksUri !== null) === Number(c.authMethod === 'private_key_jwt'),
    'Required with the authMethod private_key_jwt, or jwksUri instead, and only allowed with it.',
  ],
  [
    'accessTokenAudience',
    (c) => c.accessTokenAudience === null || c.jwtAccessTokens,
    'Requires jwtAccessTokens to be true.',
  ],
  ...backchannelRules,
  ...exchangeRules,
  ...deviceRules,
  ...profileRules,
];

/** `loopback` allows redirects of web clients to `http` on the user's own machine, for clients under development. */
export function clientFaults(client: ClientProfile, { loopback }: { readonly loopback: boolean }): FieldError[] {
  const broken = rules
    .filter(([, holds]) => !holds(client))
    .map(([field, , detail]) => ({ pointer: `/${field}`, detail }));
  const isLocal = loopback && client.securityProfile === null;
  const [allowed, detail] = client.applicationType === 'native' ? NATIVE : isLocal ? LOCAL_WEB : WEB;
  const misplaced = (['redirectUris', 'postLogoutRedirectUris'] as const).flatMap((field) =>
    client[field].flatMap((uri, index) => (allowed(uri) ? [] : [{ pointer: `/${field}/${index}`, detail }])),
  );
  const inApp = client.allowedOrigins.flatMap((origin, index) =>
    IN_APP.has(origin) && client.applicationType !== 'native'
      ? [{ pointer: `/allowedOrigins/${index}`, detail: 'This origin is only allowed for native clients.' }]
      : [],
  );
  return [
    ...broken,
    ...misplaced,
    ...inApp,
    ...chipFaults(client.idv ?? {}, (link) => isHttps(link) || (loopback && isOwnScheme(link)), loopback),
  ];
}

type Place = readonly [allowed: (uri: string) => boolean, detail: string];

const WEB: Place = [isHttps, 'The redirect address of a web client must use https.'];
const LOCAL_WEB: Place = [
  (uri) => isHttps(uri) || isLoopbackHttp(uri),
  'The redirect address of a web client must use https. Clients in development can also use http on the loopback address.',
];
const NATIVE: Place = [
  (uri) => isClaimedHttps(uri) || isLoopbackHttp(uri) || isOwnScheme(uri),
  'The redirect address of a native client must use https, http on the loopback address, or a scheme such as com.example.app:',
];

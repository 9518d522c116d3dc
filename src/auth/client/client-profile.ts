import type { JWK } from 'jose';
import { type BackchannelSettings, backchannelRules, CIBA_GRANT } from './backchannel.js';
import { DEVICE_GRANT, deviceRules } from './settings/device-flow.js';
import { EXCHANGE_GRANT, exchangeRules } from './settings/token-exchange.js';
import type { SigningAlgorithm } from '../keys/signing-key-state.js';
import { type FieldError, isPlainUrl } from '../../shared/kernel/index.js';
import { isEnterpriseScope } from '../tokens/token-plan.js';
import type { Level } from '../sessions/levels.js';
import { chipFaults, type IdvSettings } from './settings/idv-settings.js';
import { profileRules, type SecurityProfile } from './security-profile.js';

export type { IdvSettings };
export type { KycAuth, KycSettings } from './settings/kyc-settings.js';

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
  /** The address where the client publishes its keys, instead of giving them here. */
  readonly jwksUri: string | null;
  readonly applicationType: ApplicationType;
  readonly firstParty: boolean;
  /** Whether users agree to each authorization request, whatever they have agreed to before. */
  readonly consentEachTime: boolean;
  readonly accessTokenTtl: number | null;
  readonly refreshTokenTtl: number | null;
  readonly errorUrl: string | null;
  readonly logoUri: string | null;
  readonly allowedOrigins: readonly string[];
  readonly allowedCallers: readonly string[];
  readonly backchannelLogoutUri: string | null;
  readonly idTokenSignedResponseAlg: SigningAlgorithm;
  /** `null`: userinfo answers with plain JSON. */
  readonly userinfoSignedResponseAlg: SigningAlgorithm | null;
  readonly dpopBoundAccessTokens: boolean;
  readonly requirePushedAuthorizationRequests: boolean;
  readonly requirePkce: boolean;
  readonly securityProfile: SecurityProfile | null;
  /** Whether access tokens that only identify the user are JWTs. Those for one of our surfaces always are. */
  readonly jwtAccessTokens: boolean;
  /** The client that such a JWT is for; `null`: the client itself. */
  readonly accessTokenAudience: string | null;
  readonly idv: IdvSettings | null;
  /** Sign-ins below this level do not reach the client. `null`: only others may demand a level. */
  readonly leastLevel: Level | null;
  /** The `acr_values` for requests that name none. */
  readonly defaultAcrValues: readonly string[];
  /** The types of `authorization_details` that the client may send. */
  readonly authorizationDetailsTypes: readonly string[];
  /** `null`: the client does not ask on the phone. */
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

/** Absolute, without fragment, credentials, wildcard or characters that a header could not carry. */
export function isPlainUri(text: string): boolean {
  if (text.length > LONGEST || !PRINTABLE.test(text) || /[#*\\]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) ? isPlainUrl(text) : !username && !password;
}

const isHttps = (uri: string): boolean => new URL(uri).protocol === 'https:';

/** RFC 8252, 7.2: a web address that an app has claimed. Nobody can claim one on their own machine. */
export const isClaimedHttps = (uri: string): boolean => isHttps(uri) && !LOOPBACK.has(new URL(uri).hostname);

/** RFC 8252, 7.3: the address of a small server that an app runs on its user's machine. */
const isLoopbackHttp = (uri: string): boolean => {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && LOOPBACK.has(hostname);
};

const AT_LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?((?:\/.*)?)$/;

/** Whether the address is one of these on a loopback address, ignoring the port: an app takes a port that is free. */
export function isAtAnyPortOf(registered: readonly string[], uri: string): boolean {
  const asked = withoutPort(uri);
  return asked !== undefined && URL.canParse(uri) && registered.some((one) => withoutPort(one) === asked);
}

const withoutPort = (uri: string): string | undefined => {
  const [, host, rest] = AT_LOOPBACK.exec(uri) ?? [];
  return host === undefined ? undefined : `${host}${rest ?? ''}`;
};

/** RFC 8252, 7.1: a scheme that an app may claim is the reverse of a domain name, such as `com.example.app:`. */
export const isOwnScheme = (uri: string): boolean => /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:$/.test(new URL(uri).protocol);

/** Pages inside an app have one of these: those of Cordova on iOS, and those of Capacitor and Ionic. */
const IN_APP = new Set(['app://localhost', 'capacitor://localhost', 'ionic://localhost']);

/** An origin as browsers send it: no path, not even a slash. Never `null`, which pages of every site can have. */
export const isOrigin = (text: string): boolean =>
  IN_APP.has(text) || (isPlainUri(text) && new URL(text).origin === text && (isHttps(text) || isLoopbackHttp(text)));

/** A field, the condition, and the text when the condition is broken. */
export type Rule = readonly [field: keyof ClientProfile, holds: (client: ClientProfile) => boolean, otherwise: string];

const has = (client: ClientProfile, grant: ClientProfile['grantTypes'][number]) => client.grantTypes.includes(grant);

/** Rules between the fields of a client. Each field by itself is validated by its DTO. */
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

/** `loopback`: it may be redirected to `http` on the user's own machine, as clients under development are. */
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

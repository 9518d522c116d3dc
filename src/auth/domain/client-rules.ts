import type { FieldError } from '../../shared/kernel/errors.js';
import type { ClientProfile } from './client-profile.js';
import { isEnterpriseScope } from './scopes.js';
import { isClaimedHttps, isHttps, isLoopbackHttp, isOwnScheme } from './uris.js';

type Rule = readonly [field: keyof ClientProfile, holds: (client: ClientProfile) => boolean, otherwise: string];

const has = (client: ClientProfile, grant: ClientProfile['grantTypes'][number]) => client.grantTypes.includes(grant);

/** What must hold between the fields of a client; each field by itself is checked as it arrives. */
const rules: readonly Rule[] = [
  [
    'redirectUris',
    (c) => !has(c, 'authorization_code') || c.redirectUris.length > 0,
    'authorization_code needs at least one.',
  ],
  [
    'redirectUris',
    (c) => has(c, 'authorization_code') || c.redirectUris.length === 0,
    'Only authorization_code uses them.',
  ],
  [
    'grantTypes',
    (c) => !has(c, 'refresh_token') || has(c, 'authorization_code'),
    'refresh_token needs authorization_code.',
  ],
  [
    'grantTypes',
    (c) => !c.scopes.some(isEnterpriseScope) || has(c, 'client_credentials'),
    'Enterprise scopes need client_credentials.',
  ],
  [
    'authMethod',
    (c) => !has(c, 'client_credentials') || c.authMethod !== 'none',
    'client_credentials needs a client that authenticates.',
  ],
  [
    'jwks',
    (c) => (c.authMethod === 'private_key_jwt') === (c.jwks !== null),
    'private_key_jwt needs it, and nothing else uses it.',
  ],
];

/** `loopback`: it may be redirected to `http` on the user's own machine, as clients under development are. */
export function clientFaults(client: ClientProfile, { loopback }: { readonly loopback: boolean }): FieldError[] {
  const broken = rules
    .filter(([, holds]) => !holds(client))
    .map(([field, , detail]) => ({ pointer: `/${field}`, detail }));
  const [allowed, detail] = client.applicationType === 'native' ? NATIVE : loopback ? LOCAL_WEB : WEB;
  const misplaced = (['redirectUris', 'postLogoutRedirectUris'] as const).flatMap((field) =>
    client[field].flatMap((uri, index) => (allowed(uri) ? [] : [{ pointer: `/${field}/${index}`, detail }])),
  );
  return [...broken, ...misplaced];
}

type Place = readonly [allowed: (uri: string) => boolean, detail: string];

const WEB: Place = [isHttps, 'A web client is redirected to https only.'];
const LOCAL_WEB: Place = [
  (uri) => isHttps(uri) || isLoopbackHttp(uri),
  'A web client is redirected to https, or to http on the loopback while it is under development.',
];
const NATIVE: Place = [
  (uri) => isClaimedHttps(uri) || isLoopbackHttp(uri) || isOwnScheme(uri),
  'A native client is redirected to https elsewhere, to http on its own machine, or to a scheme such as com.example.app:',
];

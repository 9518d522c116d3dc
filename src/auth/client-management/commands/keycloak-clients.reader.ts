/**
 * Either a Keycloak client converted to the body of `POST /v1/clients`, with a list of the settings that were not
 * converted (`left`), or the reasons why the client cannot be imported.
 */
export type ReadClient =
  | { readonly from: string; readonly body: object; readonly left: readonly string[] }
  | { readonly from: string; readonly errors: readonly string[] };

type KeycloakClient = Readonly<Record<string, unknown>>;

/** Keycloak's built-in clients, which every realm has. */
const OWN: ReadonlySet<string> = new Set([
  'account',
  'account-console',
  'admin-cli',
  'broker',
  'realm-management',
  'security-admin-console',
]);

/** Keycloak scopes that have the same meaning in this service. */
const SCOPES: ReadonlySet<string> = new Set(['profile', 'email', 'phone', 'offline_access']);
/** Keycloak scopes that every realm has and that this service does not need. */
const NEEDLESS: ReadonlySet<string> = new Set(['web-origins', 'acr', 'basic', 'address', 'microprofile-jwt']);

/** Converts one client. Returns undefined for Keycloak's built-in clients. */
export function readKeycloakClient(value: unknown): ReadClient | undefined {
  const client = Object(value) as KeycloakClient;
  const from = textOf(client['clientId']) ?? '';
  if (OWN.has(from)) return undefined;
  const refusal = refusalOf(client);
  if (refusal !== undefined) return { from, errors: [refusal] };
  const left: string[] = [];
  return { from, body: bodyOf(client, from, left), left };
}

function refusalOf(client: KeycloakClient): string | undefined {
  if ((client['protocol'] ?? 'openid-connect') !== 'openid-connect') return 'Does not use OpenID Connect.';
  if (client['enabled'] === false) return 'Is disabled in Keycloak, and stays there.';
  if (client['bearerOnly'] === true) return 'Is an API that gets no tokens itself.';
  if (client['standardFlowEnabled'] !== true)
    return 'Has no authorization code flow. Make a server by `client create`, with the scopes that it needs.';
  const isKnown = client['publicClient'] === true || client['clientAuthenticatorType'] === 'client-secret';
  return isKnown ? undefined : 'Uses no secret. Make it by `client create`, with its public keys.';
}

function bodyOf(client: KeycloakClient, from: string, left: string[]): object {
  const attributes = Object(client['attributes']) as KeycloakClient;
  const redirectUris = exact(client['redirectUris'], 'redirectUris', left);
  const name = textOf(client['name']);
  for (const [flow, isOn] of Object.entries(client)) {
    if (isOn === true && ['implicitFlowEnabled', 'directAccessGrantsEnabled', 'serviceAccountsEnabled'].includes(flow))
      left.push(flow);
  }
  if (listOf(client['protocolMappers']).length > 0) left.push('protocolMappers');
  const backchannelLogoutUri = textOf(attributes['backchannel.logout.url']);
  return {
    // Keycloak uses placeholders such as ${client_account} for translated names.
    clientName: (name === undefined || name.includes('${') ? from : name).slice(0, 255),
    redirectUris,
    postLogoutRedirectUris: logoutUris(attributes, redirectUris, left),
    grantTypes: ['authorization_code', 'refresh_token'],
    scopes: scopesOf(client, left),
    authMethod: client['publicClient'] === true ? 'none' : 'client_secret_basic',
    applicationType: redirectUris.some((uri) => !/^https?:/.test(uri)) ? 'native' : 'web',
    firstParty: client['consentRequired'] !== true,
    requirePkce: textOf(attributes['pkce.code.challenge.method']) === 'S256',
    allowedOrigins: originsOf(client, redirectUris, left),
    ...(backchannelLogoutUri !== undefined && { backchannelLogoutUri }),
  };
}

/** Leaves out URIs with a wildcard, because this service compares URIs exactly. */
function exact(value: unknown, field: string, left: string[]): string[] {
  const uris = listOf(value).flatMap((uri) => textOf(uri) ?? []);
  left.push(...uris.filter((uri) => uri.includes('*')).map((uri) => `${field}: ${uri.slice(0, 200)}`));
  return uris.filter((uri) => !uri.includes('*'));
}

function logoutUris(attributes: KeycloakClient, redirectUris: readonly string[], left: string[]): string[] {
  const given = textOf(attributes['post.logout.redirect.uris'])?.split('##') ?? [];
  const named = exact(
    given.filter((uri) => uri !== '+' && uri !== '-'),
    'postLogoutRedirectUris',
    left,
  );
  return [...new Set([...(given.includes('+') ? redirectUris : []), ...named])];
}

function originsOf(client: KeycloakClient, redirectUris: readonly string[], left: string[]): string[] {
  if (client['publicClient'] !== true) return [];
  const given = exact(client['webOrigins'], 'webOrigins', left);
  const ofRedirects = given.includes('+') ? redirectUris.filter((uri) => /^https:/.test(uri) && URL.canParse(uri)) : [];
  return [...new Set([...ofRedirects.map((uri) => new URL(uri).origin), ...given.filter((origin) => origin !== '+')])];
}

function scopesOf(client: KeycloakClient, left: string[]): string[] {
  const given = ['defaultClientScopes', 'optionalClientScopes'].flatMap((field) =>
    listOf(client[field]).flatMap((scope) => textOf(scope) ?? []),
  );
  const groups = given.includes('roles') || given.includes('groups') ? ['groups'] : [];
  const others = given.filter((scope) => !SCOPES.has(scope) && !NEEDLESS.has(scope));
  left.push(...others.filter((scope) => scope !== 'groups').map((scope) => `scope ${scope.slice(0, 64)}`));
  return ['openid', ...new Set([...given.filter((scope) => SCOPES.has(scope)), ...groups])];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

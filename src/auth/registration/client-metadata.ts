import { type FieldError, isPlainlyVisible } from '../../shared/kernel/index.js';
import { type ClientProfile, unsetProfile } from '../client/client-profile.js';
import { isRedirectAllowed, type RegistrationPolicy } from './registration-policy.js';

/** Client metadata as received: a JSON object whose members may have any type. */
export type Metadata = Readonly<Record<string, unknown>>;

/** An error about client metadata (RFC 7591, 3.2.2). */
export interface MetadataFault {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata';
  readonly description: string;
}

/**
 * The supported metadata members, and the client fields that they set. All other members are ignored, as RFC 7591, 2,
 * requires.
 */
const FIELDS = {
  client_name: 'clientName',
  redirect_uris: 'redirectUris',
  post_logout_redirect_uris: 'postLogoutRedirectUris',
  grant_types: 'grantTypes',
  token_endpoint_auth_method: 'authMethod',
  application_type: 'applicationType',
  jwks: 'jwks',
  jwks_uri: 'jwksUri',
  id_token_signed_response_alg: 'idTokenSignedResponseAlg',
  userinfo_signed_response_alg: 'userinfoSignedResponseAlg',
  backchannel_logout_uri: 'backchannelLogoutUri',
  default_acr_values: 'defaultAcrValues',
  dpop_bound_access_tokens: 'dpopBoundAccessTokens',
  require_pushed_authorization_requests: 'requirePushedAuthorizationRequests',
} as const satisfies Readonly<Record<string, keyof ClientProfile>>;

type Member = keyof typeof FIELDS;
type OwnField = (typeof FIELDS)[Member];
const members = Object.entries(FIELDS) as [Member, OwnField][];
const OF_SCOPES = ['scopes', 'apiScopes'] as const;
const memberOf = new Map<string, string>(members.map(([member, field]) => [field, member]));

/** The defaults of RFC 7591, 2, and our own defaults where it defines none. */
const DEFAULTS: Readonly<Partial<Record<OwnField, unknown>>> = {
  ...unsetProfile,
  clientName: 'Unnamed application',
  grantTypes: ['authorization_code'],
  authMethod: 'client_secret_basic',
};

/**
 * The settings of a new client, to be validated like those from an operator. If the metadata names no scopes, those of
 * the policy apply.
 */
export function formOf(metadata: Metadata, policy: RegistrationPolicy): Readonly<Record<string, unknown>> {
  const given = members.map(([member, field]) => [field, metadata[member] ?? DEFAULTS[field]] as const);
  const { scope } = metadata;
  const asked = typeof scope === 'string' ? scope.split(' ').filter(Boolean) : undefined;
  const isOfApi = (name: string) => policy.apiScopes.includes(name);
  return {
    ...Object.fromEntries(given),
    scopes: asked?.filter((name) => !isOfApi(name)) ?? policy.scopes,
    apiScopes: asked?.filter(isOfApi) ?? policy.apiScopes,
  };
}

/** Returns why the policy forbids metadata that is otherwise valid, or undefined if it allows the metadata. */
export function refusalOf(
  metadata: Metadata,
  profile: ClientProfile,
  policy: RegistrationPolicy,
): MetadataFault | undefined {
  const uris = [...profile.redirectUris, ...profile.postLogoutRedirectUris];
  const elsewhere = uris.find((uri) => !isRedirectAllowed(policy, uri));
  if (elsewhere !== undefined)
    return { error: 'invalid_redirect_uri', description: `the initial access token does not allow ${elsewhere}` };
  const grant = profile.grantTypes.find((name) => !policy.grantTypes.includes(name));
  if (grant !== undefined) return metadataFault(`grant_types: the initial access token does not allow ${grant}`);
  const scope = profile.scopes.find((name) => !policy.scopes.includes(name));
  if (scope !== undefined) return metadataFault(`scope: the initial access token does not allow ${scope}`);
  if (!isPlainlyVisible(profile.clientName)) return metadataFault('client_name: all of it must be visible');
  const types = metadata['response_types'];
  const wanted = responseTypesOf(profile);
  const fits = types === undefined || (Array.isArray(types) && JSON.stringify(types) === JSON.stringify(wanted));
  return fits ? undefined : metadataFault(`response_types: must be ${JSON.stringify(wanted)} for these grant_types`);
}

/** The response types that the client's grant types require. */
const responseTypesOf = ({ grantTypes }: ClientProfile): string[] =>
  grantTypes.includes('authorization_code') ? ['code'] : [];

const metadataFault = (description: string): MetadataFault => ({ error: 'invalid_client_metadata', description });

/** Translates an error about a field of a client into one about the metadata member that sets it. */
export function faultOfField({ pointer, detail }: FieldError): MetadataFault {
  const [, field = '', ...rest] = pointer.split('/');
  const isRedirect = field === 'redirectUris' || field === 'postLogoutRedirectUris';
  const name = memberOf.get(field) ?? (/^(?:api)?scopes$/i.test(field) ? 'scope' : field);
  const place = [name, ...rest].filter(Boolean).join('/');
  return {
    error: isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata',
    description: `${place}: ${detail}`,
  };
}

/** The fields that a client may set for itself. Fields that only operators may set are left out. */
export const ownOf = (profile: ClientProfile): Partial<ClientProfile> =>
  Object.fromEntries([...members.map(([, field]) => field), ...OF_SCOPES].map((field) => [field, profile[field]]));

/** A client with the data that it may read about itself. */
interface KnownToItself extends ClientProfile {
  readonly clientId: string;
  readonly createdAt: Date;
  readonly usesSecret: boolean;
}

/** Everything that a client has registered (RFC 7591, 3.2.1). */
export function metadataOf(client: KnownToItself): Record<string, unknown> {
  const statedMembers = members
    .map(([member, field]) => [member, client[field]] as const)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0));
  return {
    client_id: client.clientId,
    client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
    ...(client.usesSecret && { client_secret_expires_at: 0 }),
    ...Object.fromEntries(statedMembers),
    response_types: responseTypesOf(client),
    scope: [...client.scopes, ...client.apiScopes].join(' '),
  };
}

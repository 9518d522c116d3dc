import type { OpenAPIObject } from '@nestjs/swagger';
import { type enterpriseScopes, type mobileScopes, type openidScopes, ALL } from '../../tokens/token-plan.js';

type Components = NonNullable<OpenAPIObject['components']>;
export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
export type Schema = NonNullable<Components['schemas']>[string];
type Parameter = NonNullable<Operation['parameters']>[number];
type Scope = (typeof openidScopes | typeof mobileScopes | typeof enterpriseScopes)[number] | typeof ALL;

/** Describes what each scope permits. */
export const scopeDescriptions: Readonly<Record<Scope, string>> = {
  openid: 'Sign a user in: an ID token with `sub`.',
  profile: "The user's names and language.",
  email: "The user's e-mail address, and whether it was confirmed by a code that was sent to it.",
  phone: "The user's telephone number.",
  groups: 'The groups to which the enterprise has assigned the user.',
  offline_access: 'A refresh token that stays valid after the login session ends.',
  notifications: "Read and answer the user's notifications by the mobile operations.",
  'users:read': 'Read users, their devices and their data export.',
  'users:contact':
    'See e-mail address, telephone number and login id unmasked. For a client, `users:read` includes this.',
  'users:write': 'Enrol users, change them, their status and their devices.',
  'users:remove':
    'Reset, delete and export users. For a client, `users:write` includes this, and `users:read` includes the export.',
  'idv:read': 'Read the result of an identity verification.',
  'idv:write': 'Start and cancel identity verifications.',
  'idv:review': 'Review verifications, and decide them.',
  'idv:evidence': 'Remove the evidence of a verification before its retention ends.',
  'notifications:read': 'Read notifications and their status.',
  'notifications:evidence': 'Read the evidence of notifications. For a client, `notifications:read` includes this.',
  'notifications:write': 'Create and cancel notifications and templates.',
  'clients:read': 'Read clients.',
  'clients:secure': 'Replace secrets and signing keys without an overlap. For a client, `clients:write` includes this.',
  'clients:write': 'Register and change clients, and rotate their secrets.',
  'webhooks:read': 'Read webhook endpoints and deliveries.',
  'webhooks:replay': 'Test webhook endpoints and replay deliveries. For a client, `webhooks:write` includes this.',
  'webhooks:write': 'Register and change webhook endpoints, and replay deliveries.',
  'ssf.read': 'Read your own stream of shared signals and its status, and fetch its events.',
  'ssf.manage': 'Create, change and verify your own stream of shared signals. It includes `ssf.read`.',
  'audit:read': 'Read the audit log.',
  'figures:read': 'Read figures (statistics): numbers, durations and outcomes.',
  'operators:read': 'Read the operators of the console. Administrators only.',
  'operators:owners':
    'Change who is an owner of all enterprises. For a client, `operators:write` includes this. Administrators only.',
  'operators:write': 'Invite operators, and change their roles. Administrators only.',
  'enterprises:read': 'Read enterprises. Administrators only.',
  'enterprises:write': 'Create and change enterprises. Administrators only.',
  'system:read': 'Read the state of the service: processes, settings, and parked jobs and events. Administrators only.',
  'system:write': 'Replay and remove parked jobs and events, and replace signing keys. Administrators only.',
  [ALL]: 'Every enterprise scope that the client holds.',
};

const isDescribed = (scope: string): scope is Scope => Object.hasOwn(scopeDescriptions, scope);

export const describeScopes = (scopes: readonly string[]): Record<string, string> =>
  Object.fromEntries(scopes.map((scope) => [scope, isDescribed(scope) ? scopeDescriptions[scope] : scope]));

/** The security schemes of the authorization server: client authentication, and a user's token. */
export const securitySchemes = {
  clientBasic: {
    type: 'http',
    scheme: 'basic',
    description:
      'Client id and client secret with HTTP Basic authentication. Form-encode each of them first (RFC 6749, section 2.3.1).',
  },
  accessToken: { type: 'http', scheme: 'bearer', description: 'The access token of a user.' },
  registrationToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An initial access token, or the registration access token of the client.',
  },
} as const satisfies Components['securitySchemes'];

export const text = (description: string, more: object = {}): Schema => ({ type: 'string', description, ...more });

export const object = (properties: Record<string, Schema>, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required: [...required] }),
});

export const queryOf = (properties: Record<string, Schema>, required: readonly string[]): Parameter[] =>
  Object.entries(properties).map(([name, schema]) => {
    const { description = '', ...rest } = schema as { description?: string };
    return { name, in: 'query', required: required.includes(name), description, schema: rest };
  });

type Examples = Readonly<Record<string, object>>;

export const formOf = (schema: Schema, examples: Examples = {}): NonNullable<Operation['requestBody']> => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema, ...examplesOf(examples) } },
});

const examplesOf = (examples: Examples) =>
  Object.keys(examples).length > 0
    ? { examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])) }
    : {};

export const json = (description: string, schema: Schema, examples: Examples = {}, type = 'application/json') => ({
  description,
  content: { [type]: { schema, ...examplesOf(examples) } },
});

/** An OAuth error (RFC 6749, 5.2) with one example for each error code. */
export const refusal = (description: string, codes: Readonly<Record<string, string>>) =>
  json(
    description,
    { $ref: '#/components/schemas/OAuthError' },
    Object.fromEntries(Object.entries(codes).map(([error, why]) => [error, { error, error_description: why }])),
  );

/** An error in the format of RFC 9457, for limits and failures that OAuth does not define. */
export const problem = (description: string) =>
  json(description, { $ref: '#/components/schemas/Problem' }, {}, 'application/problem+json');

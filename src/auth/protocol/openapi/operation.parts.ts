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
  email: "The user's e-mail address, and whether the user has proved to read it.",
  phone: "The user's telephone number.",
  groups: 'The groups that the enterprise has put the user in.',
  offline_access: 'A refresh token that outlives the login session.',
  notifications: "Read and answer the user's notifications at the mobile surface.",
  'users:read': 'Read users, their devices and their data export.',
  'users:contact':
    'See e-mail address, telephone number and login id whole. A client with `users:read` does so anyway.',
  'users:write': 'Enrol users, change them, their status and their devices.',
  'users:remove':
    'Reset, delete and export users. A client with `users:write` does so anyway, and with `users:read` exports.',
  'idv:read': 'Read the result of an identity verification.',
  'idv:write': 'Start and cancel identity verifications.',
  'idv:review': 'Decide verifications that need a person.',
  'idv:evidence': 'Remove the evidence of a verification before its time.',
  'notifications:read': 'Read notifications and their status.',
  'notifications:evidence': 'Read the evidence of notifications. A client with `notifications:read` does so anyway.',
  'notifications:write': 'Create and cancel notifications and templates.',
  'clients:read': 'Read clients.',
  'clients:secure': 'End secrets and keys at once. A client with `clients:write` does so anyway.',
  'clients:write': 'Register and change clients, and rotate their secrets.',
  'webhooks:read': 'Read webhook endpoints and deliveries.',
  'webhooks:replay': 'Test webhook endpoints and replay deliveries. A client with `webhooks:write` does so anyway.',
  'webhooks:write': 'Register and change webhook endpoints, and replay deliveries.',
  'audit:read': 'Read the audit log.',
  'figures:read': 'Read figures: how many, how fast, how it ended.',
  'operators:read': 'Read the operators of the console. Administrators only.',
  'operators:owners':
    'Change who is an owner of all enterprises. A client with `operators:write` does so anyway. Administrators only.',
  'operators:write': 'Invite operators, and change their roles. Administrators only.',
  'enterprises:read': 'Read enterprises. Administrators only.',
  'enterprises:write': 'Open and change enterprises. Administrators only.',
  'system:read': 'Read the state of the service: processes, settings, parked work. Administrators only.',
  'system:write': 'Replay and remove parked work. Administrators only.',
  [ALL]: 'Every enterprise scope that the client holds.',
};

const isDescribed = (scope: string): scope is Scope => Object.hasOwn(scopeDescriptions, scope);

export const describeScopes = (scopes: readonly string[]): Record<string, string> =>
  Object.fromEntries(scopes.map((scope) => [scope, isDescribed(scope) ? scopeDescriptions[scope] : scope]));

/** The schemes of this surface: how a client proves itself, and a user's token. */
export const securitySchemes = {
  clientBasic: {
    type: 'http',
    scheme: 'basic',
    description: 'Client id and secret, each form-encoded (RFC 6749, 2.3.1).',
  },
  accessToken: { type: 'http', scheme: 'bearer', description: 'An access token of a user.' },
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

/** RFC 6749, 5.2: one example for each code. */
export const refusal = (description: string, codes: Readonly<Record<string, string>>) =>
  json(
    description,
    { $ref: '#/components/schemas/OAuthError' },
    Object.fromEntries(Object.entries(codes).map(([error, why]) => [error, { error, error_description: why }])),
  );

/** A problem of RFC 9457, from before the protocol: limits and failures. */
export const problem = (description: string) =>
  json(description, { $ref: '#/components/schemas/Problem' }, {}, 'application/problem+json');

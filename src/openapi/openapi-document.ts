import type { INestApplication } from '@nestjs/common';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import {
  authorizationServerPaths,
  authorizationServerSchemas,
} from '../auth/protocol/openapi/authorization-server.paths.js';
import { describeScopes, securitySchemes } from '../auth/protocol/openapi/operation.parts.js';
import type { Config } from '../config.js';
import { idvLinkPaths } from '../idv/hosted-pages/welcome/idv-link.paths.js';
import { mobilePaths, mobileSchemas } from '../notifications/mobile/openapi/mobile-paths.document.js';
import { OAUTH_SCHEME } from '../shared/auth-guard/index.js';
import { documentErrors, Problem, type Surface } from '../shared/http/index.js';
import { conventions } from './conventions.js';
import { operationIdOf, withPublicNames } from './public-names.js';
import { type Operation, reachable, sharedHeaders, sharedParameters, withSharedParts } from './shared-parts.js';
import { eventTypeSchemas, webhooksSection } from '../webhooks/endpoints/webhook.documents.js';
import { serves } from '../surfaces/gate.js';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

const tagDescriptions: Readonly<Record<string, string>> = {
  Audit: 'The audit log: who did what, to whom, when and from where.',
  Clients: 'Clients: the programs that may call this API, and what each of them may do.',
  Devices: 'The devices on which users answer notifications.',
  Enterprises: 'Enterprises: the tenants of this service.',
  'Client registration': 'Clients register and manage themselves with a token that their enterprise created.',
  Figures: 'Figures (statistics), and a list of what needs attention.',
  Keys: 'The keys that sign tokens and evidence.',
  Metadata: 'Documents with which programs find the endpoints and keys of the authorization server.',
  'Identity verification': 'Creates verification sessions, sends users to the hosted pages, and returns the results.',
  'Identity verification reviews': 'Reviews: verifications that a person must decide.',
  'Identity verification sessions': 'Lists verifications, cancels them, and deletes their evidence.',
  'Mobile operations': 'Operations that an app calls for its user, over HTTP as described here, or over WebSocket.',
  Notifications: 'Asks users a question, for example to approve a payment, and proves their answer.',
  Operators: 'The people who use the console, and their roles.',
  Search: 'Searches for anything by id or name.',
  'Shared signals':
    'Security events for other systems, by the OpenID Shared Signals Framework 1.0: a session was revoked, a credential changed, an account was disabled.',
  'Signing in': "Addresses to which the user's browser is sent. Errors are returned to the client by a redirect.",
  System: 'The state of the service, and jobs and events that failed too often.',
  Tokens:
    'Endpoints that the client calls itself. Errors have the format of RFC 6749, section 5.2, unless a problem document (RFC 9457) is shown.',
  Users: 'Enrols users, and changes their status.',
  Webhooks: 'Webhook endpoints and deliveries: the service sends you events when something happens.',
};

/** The OpenAPI document of one listener: its routes, and the schemas that they use. */
export function openApiOf(app: INestApplication, surface: Surface, config: Config): OpenAPIObject {
  documentErrors(app, config.managementUrl);
  const whole = SwaggerModule.createDocument(app, headOf(surface, config), {
    extraModels: [Problem],
    operationIdFactory: operationIdOf,
  });
  const paths = pathsOf(surface, whole);
  const schemas = {
    ...whole.components?.schemas,
    ...authorizationServerSchemas,
    ...mobileSchemas,
    ...eventTypeSchemas(),
  };
  const webhooks = surface.name === 'management' && { webhooks: webhooksSection() };
  return withPublicNames({
    ...whole,
    paths,
    ...webhooks,
    tags: tagsIn(paths),
    components: {
      schemas: reachable('schemas', [paths, webhooks], schemas) as Schemas,
      headers: reachable('headers', paths, sharedHeaders ?? {}) as Headers,
      parameters: reachable('parameters', paths, sharedParameters ?? {}) as Parameters,
      ...securityOf(surface, scopesIn(paths), config),
    },
  });
}

type Paths = OpenAPIObject['paths'];
type Components = NonNullable<OpenAPIObject['components']>;
type Schemas = NonNullable<Components['schemas']>;
type Headers = NonNullable<Components['headers']>;
type Parameters = NonNullable<Components['parameters']>;
type SecurityScheme = NonNullable<Components['securitySchemes']>[string];

const headOf = (surface: Surface, config: Config): Omit<OpenAPIObject, 'paths'> => ({
  openapi: '3.1.1',
  info: {
    title: `${config.brandName}: ${surface.title}`,
    description: `${surface.about}\n${conventions(config)}`,
    version: '1.0.0',
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    contact: { name: config.brandName, url: `${config.managementUrl}/docs` },
  },
  servers: [{ url: surface.url(config) }],
});

/** Paths that no controller describes, because the OAuth engine or one generic route serves them. */
const writtenPaths: Partial<Record<Surface['name'], Paths>> = {
  auth: authorizationServerPaths,
  idv: idvLinkPaths,
  mobile: mobilePaths,
};

function pathsOf(surface: Surface, { paths }: OpenAPIObject): Paths {
  const isLimited = surface.name === 'management';
  const protocol = writtenPaths[surface.name] ?? {};
  const own = Object.entries(paths).filter(([path]) => serves(surface, path));
  const enriched = own.map(([path, item]) => {
    const operations = METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [[method, withSharedParts(operation, { isPost: method === 'post', isLimited })]] : [];
    });
    return [path, Object.fromEntries(operations) as Paths[string]] as const;
  });
  const all = [...enriched, ...Object.entries(protocol)].map(([path, item]) => [path, saysWhoMay(item)] as const);
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Marks operations that do not require a token as public, with an empty `security`. */
const saysWhoMay = (item: Paths[string]): Paths[string] => ({
  ...item,
  ...Object.fromEntries(
    METHODS.flatMap((method) => (item[method] ? [[method, { security: [], ...item[method] }]] : [])),
  ),
});

const operationsIn = (paths: Paths): Operation[] =>
  Object.values(paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));

const scopesIn = (paths: Paths): string[] =>
  [
    ...new Set(operationsIn(paths).flatMap(({ security = [] }) => security.flatMap((way) => way[OAUTH_SCHEME] ?? []))),
  ].sort();

const tagsIn = (paths: Paths): OpenAPIObject['tags'] =>
  [...new Set(operationsIn(paths).flatMap(({ tags = [] }) => tags))]
    .sort()
    .map((name) => ({ name, description: tagDescriptions[name] ?? name }));

function securityOf(surface: Surface, scopes: readonly string[], config: Config): Pick<Components, 'securitySchemes'> {
  if (surface.name === 'auth') return { securitySchemes: { ...securitySchemes } };
  return scopes.length > 0 ? { securitySchemes: { [OAUTH_SCHEME]: securityScheme(surface, scopes, config) } } : {};
}

function securityScheme(surface: Surface, scopes: readonly string[], { authUrl }: Config): SecurityScheme {
  const tokenUrl = `${authUrl}/service/authserver/oauth/token`;
  const named = describeScopes(scopes);
  const byUser = surface.name === 'mobile';
  return {
    type: 'oauth2',
    description:
      'An access token in the header `Authorization: Bearer`, or `Authorization: DPoP` if the token is bound to a key.',
    flows: byUser
      ? {
          authorizationCode: {
            authorizationUrl: `${authUrl}/service/authserver/oauth/authorize`,
            tokenUrl,
            scopes: named,
          },
        }
      : { clientCredentials: { tokenUrl, scopes: named } },
  };
}

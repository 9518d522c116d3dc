import type { RequestHandler } from 'express';
import type { Config } from '../../config.js';

export const surfaceNames = ['auth', 'management', 'idv', 'mobile', 'console', 'ops', 'demo'] as const;
export type SurfaceName = (typeof surfaceNames)[number];

/** One HTTP listener: its port, and the only paths that it serves. */
export interface Surface {
  readonly name: SurfaceName;
  readonly title: string;
  /** The introductory text of the surface's API document. */
  readonly about: string;
  readonly port: (config: Config) => number;
  readonly url: (config: Config) => string;
  /** Whether the surface uses plain HTTP even if the other surfaces use TLS. */
  readonly plainHttp?: (config: Config) => boolean;
  readonly prefixes: readonly string[];
  /** The internal path of the page shown for an unknown URL. Callers cannot request this path directly. */
  readonly lostPage?: string;
  readonly acceptsUpgrade?: true;
  /** Set if routes of the surface accept uploads. Its server then waits longer for request bodies. */
  readonly takesUploads?: true;
}

declare module 'node:http' {
  interface IncomingMessage {
    /** The surface whose listener accepted the request. Nothing in the request itself can change it. */
    surface?: Surface;
  }
}

/** Returns a middleware that runs `middleware` only for requests to one surface. */
export const on =
  (name: SurfaceName, middleware: RequestHandler): RequestHandler =>
  (request, response, next) => {
    if (request.surface?.name === name) middleware(request, response, next);
    else next();
  };

/** The well-known path of the protected resource metadata (RFC 9728). */
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
const EVERYWHERE = ['/openapi.json', '/robots.txt'];

/** The paths of the console's pages, which all load the same document. A page may have further pages below its path. */
export const consolePages = [
  '/users',
  '/verifications',
  '/notifications',
  '/webhooks',
  '/clients',
  '/four-eyes',
  '/audit',
  '/settings',
  '/search',
  '/stepped-up',
  '/signed-out',
];

/** Paths of the pages that the demo shows in frames. The demo's gateway forwards them. */
export const framedPaths = [
  '/service/authserver/',
  '/service/interaction/',
  '/service/account',
  '/service/account/',
  '/service/assets/',
  '/service/evidence',
  '/.well-known/evidence-keys.json',
  '/IdvWebServer/',
  '/mobile/v1/',
  '/app',
  '/app/',
];

export const surfaces: readonly Surface[] = [
  {
    name: 'auth',
    title: 'Authorization server',
    about:
      'Signs users in and issues tokens (OAuth 2.1, OpenID Connect). The metadata document lists all endpoints: ' +
      '`/service/authserver/.well-known/openid-configuration`.',
    port: (config) => config.authPort,
    url: (config) => config.authUrl,
    prefixes: [
      '/service/authserver/',
      '/service/interaction/',
      '/service/account',
      '/service/account/',
      '/service/assets/',
      '/service/evidence',
      '/device',
      '/.well-known/',
      ...EVERYWHERE,
    ],
  },
  {
    name: 'management',
    title: 'Management API',
    about: 'The API for servers of enterprises: users, identity verification, notifications, webhooks and clients.',
    port: (config) => config.managementPort,
    url: (config) => config.managementUrl,
    prefixes: ['/v1/', '/docs', '/docs/', '/console', '/llms.txt', '/llms-full.txt', RESOURCE_METADATA, ...EVERYWHERE],
  },
  {
    name: 'idv',
    title: 'Identity verification pages',
    about:
      "Web pages on which users verify their identity. Send the user's browser to the link below. The pages that follow are not part of the API.",
    port: (config) => config.idvPort,
    url: (config) => config.idvUrl,
    prefixes: ['/IdvWebServer/', ...EVERYWHERE],
    takesUploads: true,
  },
  {
    name: 'mobile',
    title: 'Mobile operations',
    about: 'The API for apps on the devices of users: they read notifications and answer them.',
    port: (config) => config.mobilePort,
    url: (config) => config.mobileUrl,
    prefixes: ['/mobile/v1/', '/asyncapi.json', '/app', '/app/', RESOURCE_METADATA, ...EVERYWHERE],
    acceptsUpgrade: true,
  },
  {
    name: 'console',
    title: 'Console',
    about:
      'The website for operators. It has no API of its own: `/api/v1/` serves the management API to signed-in operators.',
    port: (config) => config.consolePort,
    url: (config) => config.consoleUrl,
    prefixes: [
      '/api/',
      '/assets/',
      ...['/sign-in', '/signed-in', '/step-up', '/welcome', '/robots.txt'],
      // The console's pages verify evidence with these keys. They may load the keys only from their own origin.
      '/.well-known/evidence-keys.json',
      ...consolePages.flatMap((page) => [page, `${page}/`]),
    ],
    lostPage: '/console/home',
  },
  {
    name: 'ops',
    title: 'Health and metrics',
    about: 'The health check and the metrics of the service.',
    port: (config) => config.opsPort,
    url: (config) => `http://${config.listenHost}:${config.opsPort}`,
    // Plain HTTP suffices, because only probes and scrapers inside the private network call this surface.
    plainHttp: () => true,
    prefixes: ['/health/live', '/health/ready', '/metrics'],
  },
  {
    name: 'demo',
    title: 'Demo bank',
    about: 'An example bank that uses the service, for a first look. It is not part of the service.',
    port: (config) => config.demoPort,
    url: (config) => config.demoUrl,
    // Browsers treat plain HTTP on `localhost` as secure. It also avoids the warning about a self-signed certificate.
    plainHttp: ({ demoUrl }) => demoUrl.startsWith('http:'),
    prefixes: ['/demo', '/demo/', '/robots.txt', ...framedPaths],
    acceptsUpgrade: true,
    takesUploads: true,
  },
];

/** The surfaces that this process opens. The surface for probes is always included. */
export const openSurfaces = (config: Config): Surface[] => surfaces.filter(({ name }) => isOpen(name, config));

function isOpen(name: SurfaceName, { demo, surfaces: chosen }: Config): boolean {
  if (name === 'ops') return true;
  return name === 'demo' ? demo : chosen.includes(name);
}

const REALM = 'Bearer realm="api"';

/**
 * Adds the URL of the surface's metadata to a WWW-Authenticate challenge, so that a client can find the issuer (RFC
 * 9728, 5.1).
 */
export function withMetadata(challenge: string, surface: Surface | undefined, config: Config): string {
  if (!surface?.prefixes.includes(RESOURCE_METADATA)) return challenge;
  return challenge.replace(REALM, `${REALM}, resource_metadata="${surface.url(config)}${RESOURCE_METADATA}"`);
}

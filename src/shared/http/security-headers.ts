import type { Config } from '../../config.js';
import type { Middleware } from '../kernel/index.js';
import { isSecure, trustedProxies } from './trusted-proxies.js';

export type Directive =
  | 'connect-src'
  | 'font-src'
  | 'frame-src'
  | 'form-action'
  | 'img-src'
  | 'manifest-src'
  | 'media-src'
  | 'script-src'
  | 'style-src'
  | 'worker-src';

export type Sources = Readonly<Partial<Record<Directive, readonly string[]>>>;

/**
 * Builds a policy that allows only the given sources: `contentSecurityPolicy({ 'style-src': ["'self'"] })`. Forms may
 * be sent to our own origin. If the submission of a form redirects to another origin, `form-action` must contain that
 * origin too, or Chromium refuses the submission. `framedBy` is the source that may show the page in a frame.
 */
export function contentSecurityPolicy(sources: Sources, framedBy = "'none'"): string {
  const named = { 'form-action': ["'self'"], ...sources };
  const allowed = Object.entries(named).map(([directive, origins]) => `${directive} ${origins.join(' ')}`);
  return ["default-src 'none'", "base-uri 'none'", `frame-ancestors ${framedBy}`, ...allowed].join('; ');
}

/** A Permissions-Policy that denies pages access to all device features, or to all except the camera. */
export const permissionsPolicy = ({ camera }: { readonly camera: boolean }): string =>
  `camera=(${camera ? 'self' : ''}), geolocation=(), microphone=(), payment=(), usb=()`;

/**
 * Headers of every response, unless the route sets its own. The content security policy allows nothing, because most
 * responses are not pages.
 */
export const securityHeaders: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', contentSecurityPolicy({ 'form-action': ["'none'"] })],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', permissionsPolicy({ camera: false })],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
];

/**
 * Forces browsers to use TLS for two years. Sent only over TLS, and never in development, where it would also affect
 * every other program on `localhost`.
 */
const STRICT_TRANSPORT_SECURITY = 'max-age=63072000';

/** The origin that may show our pages in a frame: the demo's origin in demo mode, otherwise none. */
export const framerOf = ({ demo, demoUrl }: Pick<Config, 'demo' | 'demoUrl'>): string | undefined =>
  demo ? demoUrl : undefined;

export function setSecurityHeaders({ nodeEnv, trustProxy, demo }: Config): Middleware {
  const isTrusted = trustedProxies(trustProxy);
  const strictTransport = nodeEnv === 'production';
  // X-Frame-Options cannot name an origin. In demo mode, each page's Content-Security-Policy names it instead.
  const headers = securityHeaders.filter(([name]) => !(demo && name === 'X-Frame-Options'));
  return (request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (strictTransport && isSecure(request, isTrusted)) {
      response.setHeader('Strict-Transport-Security', STRICT_TRANSPORT_SECURITY);
    }
    next();
  };
}

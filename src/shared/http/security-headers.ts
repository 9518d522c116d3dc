import type { Config } from '../../config.js';
import { contentSecurityPolicy } from './content-security-policy.js';
import type { Middleware } from './middleware.js';
import { isSecure, trustedProxies } from './trusted-proxies.js';

/** On every answer, unless what answers sets them otherwise. Whatever is not a page may do nothing in a browser. */
export const securityHeaders: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', contentSecurityPolicy({ 'form-action': ["'none'"] })],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
];

/** Two years. Only over TLS, and never in development: it would bind every other program on `localhost` too. */
const STRICT_TRANSPORT_SECURITY = 'max-age=63072000';

export function setSecurityHeaders({ nodeEnv, trustProxy }: Config): Middleware {
  const isTrusted = trustedProxies(trustProxy);
  const strictTransport = nodeEnv === 'production';
  return (request, response, next) => {
    for (const [name, value] of securityHeaders) response.setHeader(name, value);
    if (strictTransport && isSecure(request, isTrusted)) {
      response.setHeader('Strict-Transport-Security', STRICT_TRANSPORT_SECURITY);
    }
    next();
  };
}

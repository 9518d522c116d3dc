import type { ServerResponse } from 'node:http';
import { contentSecurityPolicy } from './content-security-policy.js';

/** On every answer, unless what answers knows better. Whatever is not a page may do nothing in a browser. */
export const standingHeaders: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', contentSecurityPolicy({ 'form-action': ["'none'"] })],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
];

const written = standingHeaders.map(([name, value]) => ({ key: name.toLowerCase(), line: `${name}: ${value}\r\n` }));

/** Those that an answer has not set otherwise, as they go over the wire. */
export function standingLines(answer: ServerResponse): string {
  let lines = '';
  for (const { key, line } of written) if (!answer.hasHeader(key)) lines += line;
  return lines;
}

/** Two years. Only over TLS, and never in development: it would bind every other program on `localhost` too. */
export const STRICT_TRANSPORT_SECURITY = 'max-age=63072000';

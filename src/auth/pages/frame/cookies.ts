import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import type { Config } from '../../../config.js';

/** Our cookies beside the engine's. Browsers take the prefix over TLS only. */
export const cookieName = ({ authUrl }: Pick<Config, 'authUrl'>, name: 'known' | 'language' | 'account'): string =>
  `${isSecure(authUrl) ? '__Host-' : ''}cs-auth-${name}`;

export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

export function setCookie(response: Response, { authUrl }: Config, name: string, value: string, days: number): void {
  const lasting = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(authUrl) } as const;
  response.cookie(name, value, { ...lasting, maxAge: days * 86_400_000, encode: String });
}

const isSecure = (authUrl: string): boolean => authUrl.startsWith('https:');

import type { Request, Response } from 'express';
import type { Config } from '../config.js';
import { KernelErrors } from '../shared/kernel/index.js';
import type { Visit, Visits } from './visit.js';

/** The name of the cookie. Browsers accept the prefix `__Host-` only over TLS. */
const nameOf = (config: Config): string => `${isSecure(config) ? '__Host-' : ''}cs-demo-visit`;
const isSecure = ({ demoUrl }: Config): boolean => demoUrl.startsWith('https:');

export function visitOf({ headers }: Request, visits: Visits, config: Config): Visit | undefined {
  const start = `${nameOf(config)}=`;
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return visits.find(pairs.find((pair) => pair.startsWith(start))?.slice(start.length));
}

export function presentVisit(request: Request, visits: Visits, config: Config): Visit {
  const visit = visitOf(request, visits, config);
  if (!visit) throw KernelErrors.invalidArguments('Your visit has ended. Load the page again.');
  return visit;
}

export function setVisit(response: Response, { id }: Visit, config: Config): void {
  const lasting = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) } as const;
  response.cookie(nameOf(config), id, { ...lasting, encode: String });
}

import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

const NAME = Symbol('the name of the route that answers a request');
type Named = IncomingMessage & { [NAME]?: string };

/** For what Express does not route itself, such as a mounted engine: a name out of a fixed few, never a path with ids. */
export function nameRoute(request: Named, route: string): void {
  request[NAME] = route;
}

/** The pattern that a request has matched: safe to log, and one of so many that metrics may count by it. */
export function routeName(request: Request & Named): string | undefined {
  const given = request[NAME];
  if (given !== undefined) return given;
  const route: unknown = request.route;
  const path = typeof route === 'object' && route !== null && 'path' in route ? route.path : undefined;
  return typeof path === 'string' ? path : undefined;
}

const PLAIN_WORD = /^(?:[A-Za-z][A-Za-z._-]{0,31}|v\d)$/;

/** The beginning of a path that no route has matched, to find a typing error by: what follows may be an id or a token. */
export function unmatchedPath(url: string): string {
  const [, ...parts] = (url.split('?', 1)[0] ?? '').split('/', 4);
  return `/${parts.map((part, index) => (index < 2 && PLAIN_WORD.test(part) ? part : '*')).join('/')}`;
}

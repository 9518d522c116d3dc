import type { IncomingMessage } from 'node:http';

declare module 'node:http' {
  interface IncomingMessage {
    /** Set where something else than Express answers: a name out of a fixed few, never a path with ids. */
    routeName?: string;
    /** The target as it came, where something below a path has cut its `url`. */
    originalUrl?: string;
  }
}

/** For what Express does not route itself, such as the protocol engine. */
export function nameRoute(request: IncomingMessage, route: string): void {
  request.routeName = route;
}

/** The pattern that a request has matched: safe to log, and one of so many that metrics may count by it. */
export function routeName(request: IncomingMessage & { readonly route?: unknown }): string | undefined {
  if (request.routeName !== undefined) return request.routeName;
  const { route } = request;
  const path = typeof route === 'object' && route !== null && 'path' in route ? route.path : undefined;
  return typeof path === 'string' ? path : undefined;
}

const PLAIN_WORD = /^(?:[A-Za-z][A-Za-z._-]{0,31}|v\d)$/;

/** The beginning of a path that no route has matched, to find a typing error by: what follows may be an id or a token. */
export function unmatchedPath({ originalUrl, url = '' }: IncomingMessage): string {
  const [, ...parts] = ((originalUrl ?? url).split('?', 1)[0] ?? '').split('/', 4);
  return `/${parts.map((part, index) => (index < 2 && PLAIN_WORD.test(part) ? part : '*')).join('/')}`;
}

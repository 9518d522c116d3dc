import type { IncomingMessage } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import type { RequestContext } from '../../kernel/request-context.js';

export interface FinishedRequest {
  readonly method: string;
  readonly surface: string;
  /** The pattern that it matched; undefined when none did. */
  readonly route: string | undefined;
  /** That pattern, or else its path with whatever may be an id taken out. */
  readonly path: string;
  readonly status: number;
  readonly seconds: number;
  readonly context: RequestContext | undefined;
}

type Level = 'error' | 'warn' | 'log' | 'debug';

/** One entry for each request, written when it is over. Nothing that the caller sent is in it but what we recognised. */
@Injectable()
export class AccessLog {
  readonly #log = new Logger('Request');

  write(request: FinishedRequest): void {
    const { method, surface, route, path, status, seconds, context } = request;
    const facts = {
      method,
      surface,
      ...(route === undefined ? { path } : { route }),
      status,
      ms: Math.round(seconds * 10_000) / 10,
      requestId: context?.requestId,
      traceId: context?.traceId,
      ...(context && context.actor.kind !== 'system' && { [context.actor.kind]: context.actor.id }),
    };
    this.#log[levelOf(request)](facts, `${method} ${path} ${status}`);
  }
}

function levelOf({ surface, status }: FinishedRequest): Level {
  if (surface === 'ops') return 'debug';
  if (status >= 500) return 'error';
  return status >= 400 ? 'warn' : 'log';
}

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

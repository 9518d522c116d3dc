import type { IncomingMessage } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import type { RequestContext } from '../../kernel/index.js';

export interface FinishedRequest {
  readonly method: string;
  readonly surface: string;
  /** The pattern of the matched route, or undefined if there is none. */
  readonly route: string | undefined;
  /** The pattern of the route. If there is none, the path, with every part masked that may be an id. */
  readonly path: string;
  readonly status: number;
  readonly seconds: number;
  readonly context: RequestContext | undefined;
}

type Level = 'error' | 'warn' | 'log' | 'debug';

/**
 * Writes one log entry for each finished request. Data from the caller is included only if the service recognised it,
 * and never as free text.
 */
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
  // a 503 is only a warning here, because its cause is logged separately
  if (status >= 500 && status !== 503) return 'error';
  return status >= 400 ? 'warn' : 'log';
}

declare module 'node:http' {
  interface IncomingMessage {
    /** The name of a route that Express does not match, set by `nameRoute`. A fixed name, never a path with ids. */
    routeName?: string;
    /** The original request target, if `url` was shortened for a mounted handler. */
    originalUrl?: string;
  }
}

/** Names the route of a request that Express does not route, such as those of the protocol engine. */
export function nameRoute(request: IncomingMessage, route: string): void {
  request.routeName = route;
}

/**
 * The pattern or name of the route. It contains no ids, so it is safe to log, and has few enough values for a metrics
 * label.
 */
export function routeName(request: IncomingMessage & { readonly route?: unknown }): string | undefined {
  if (request.routeName !== undefined) return request.routeName;
  const { route } = request;
  const path = typeof route === 'object' && route !== null && 'path' in route ? route.path : undefined;
  return typeof path === 'string' ? path : undefined;
}

const PLAIN_WORD = /^(?:[A-Za-z][A-Za-z._-]{0,31}|v\d)$/;

/**
 * Returns the beginning of a path that matches no route, so that operators can spot typos. The rest is masked, because
 * it may be an id or a token.
 */
export function unmatchedPath({ originalUrl, url = '' }: IncomingMessage): string {
  const [, ...parts] = ((originalUrl ?? url).split('?', 1)[0] ?? '').split('/', 4);
  return `/${parts.map((part, index) => (index < 2 && PLAIN_WORD.test(part) ? part : '*')).join('/')}`;
}

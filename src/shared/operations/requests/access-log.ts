import { Injectable, Logger } from '@nestjs/common';
import type { FinishedRequest } from './finished-request.js';

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

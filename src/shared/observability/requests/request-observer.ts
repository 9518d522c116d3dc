import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Middleware } from '../../kernel/index.js';
import { RequestMetrics } from '../metrics.js';
import { RequestTraces } from './request-traces.js';
import { AccessLog, type FinishedRequest, routeName, unmatchedPath } from './access-log.js';

/**
 * The status logged if the caller closed the connection before the response. A convention of proxies, not an HTTP
 * status.
 */
const CALLER_LEFT = 499;

/** Counts, logs and traces every request, including refused ones. */
@Injectable()
export class RequestObserver {
  constructor(
    private readonly log: AccessLog,
    private readonly metrics: RequestMetrics,
    @Inject(RequestTraces) private readonly traces: RequestTraces | undefined,
  ) {}

  readonly observe: Middleware = (request, response, next) => {
    const began = performance.now();
    const trace = this.traces?.begin(request);
    response.on('close', () => {
      const finished = finishedRequest(request, response, (performance.now() - began) / 1_000);
      this.metrics.count(finished);
      this.log.write(finished);
      trace?.end(finished);
    });
    if (trace) trace.within(next);
    else next();
  };
}

function finishedRequest(request: IncomingMessage, response: ServerResponse, seconds: number): FinishedRequest {
  const route = routeName(request);
  return {
    method: request.method ?? '',
    surface: request.surface?.name ?? 'none',
    route,
    path: route ?? unmatchedPath(request),
    status: response.writableFinished ? response.statusCode : CALLER_LEFT,
    seconds,
    context: request.context,
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Middleware } from '../../http/middleware.js';
import { RequestMetrics } from '../metrics.js';
import { RequestTraces } from './request-traces.js';
import { AccessLog, type FinishedRequest, routeName, unmatchedPath } from './access-log.js';

/** A caller that hung up before its answer: no status of HTTP, but what proxies write into their logs. */
const CALLER_LEFT = 499;

/** Sees every request to its end, also those that are turned away. What follows is done below the span of the request. */
@Injectable()
export class RequestObserver {
  constructor(
    private readonly log: AccessLog,
    private readonly metrics: RequestMetrics,
    private readonly traces: RequestTraces,
  ) {}

  readonly observe: Middleware = (request, response, next) => {
    const began = performance.now();
    const trace = this.traces.begin(request);
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

import { Injectable } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { surfaceEnteredBy } from '../../../surfaces/gate.js';
import { contextOf } from '../../http/request-context.js';
import type { RequestContext } from '../../kernel/request-context.js';
import { RequestMetrics } from '../metrics/request-metrics.js';
import { RequestTraces } from '../traces/request-traces.js';
import { AccessLog } from './access-log.js';
import type { FinishedRequest } from './finished-request.js';
import { routeName, unmatchedPath } from './route-name.js';

/** A caller that hung up before its answer: no status of HTTP, but what proxies write into their logs. */
const CALLER_LEFT = 499;

/** Sees every request to its end, also those that are turned away. It comes where the request has its ids already. */
@Injectable()
export class RequestObserver {
  constructor(
    private readonly log: AccessLog,
    private readonly metrics: RequestMetrics,
    private readonly traces: RequestTraces,
  ) {}

  readonly observe: RequestHandler = (request, response, next) => {
    const began = performance.now();
    const context = contextOf(request);
    const endTrace = this.traces.begin(request);
    response.on('close', () => {
      const finished = finishedRequest(request, response, (performance.now() - began) / 1_000, context);
      this.metrics.count(finished);
      this.log.write(finished);
      endTrace?.(finished);
    });
    next();
  };
}

function finishedRequest(
  request: Request,
  response: Response,
  seconds: number,
  context: RequestContext | undefined,
): FinishedRequest {
  const route = routeName(request);
  return {
    method: request.method,
    surface: surfaceEnteredBy(request)?.name ?? 'none',
    route,
    path: route ?? unmatchedPath(request.originalUrl || request.url),
    status: response.writableFinished ? response.statusCode : CALLER_LEFT,
    seconds,
    context,
  };
}

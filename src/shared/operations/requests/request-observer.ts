import { Injectable, type INestApplication } from '@nestjs/common';
import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from 'express';
import { surfaceEnteredBy } from '../../../surfaces/gate.js';
import { currentContext } from '../../kernel/request-context.js';
import { RequestMetrics } from '../metrics/request-metrics.js';
import { RequestTraces } from '../traces/request-traces.js';
import { AccessLog } from './access-log.js';
import type { FinishedRequest } from './finished-request.js';
import { routeName, unmatchedPath } from './route-name.js';

/** A caller that hung up before its answer: no status of HTTP, but what proxies write into their logs. */
const CALLER_LEFT = 499;

/** Installs it right behind the gate, where the request has its ids already. */
export function observeRequests(app: INestApplication): void {
  const observer = app.get(RequestObserver);
  app.use(observer.observe);
  app.use(observer.observeRefused);
}

/** Sees every request to its end, also those that the gate turns away. */
@Injectable()
export class RequestObserver {
  constructor(
    private readonly log: AccessLog,
    private readonly metrics: RequestMetrics,
    private readonly traces: RequestTraces,
  ) {}

  readonly observe: RequestHandler = (request, response, next) => this.#follow(request, response, next);

  readonly observeRefused: ErrorRequestHandler = (refusal: unknown, request, response, next) =>
    this.#follow(request, response, () => next(refusal));

  #follow(request: Request, response: Response, next: NextFunction): void {
    const began = performance.now();
    const context = currentContext();
    const { span, within } = this.traces.begin(request);
    response.once('close', () => {
      const seconds = (performance.now() - began) / 1_000;
      const finished = { ...factsOf(request, response), seconds, context };
      this.metrics.count(finished);
      this.log.write(finished);
      this.traces.end(span, finished);
    });
    within(() => next());
  }
}

function factsOf(request: Request, response: Response): Omit<FinishedRequest, 'seconds' | 'context'> {
  return {
    method: request.method,
    surface: surfaceEnteredBy(request)?.name ?? 'none',
    route: routeName(request),
    path: unmatchedPath(request.originalUrl),
    status: response.writableFinished ? response.statusCode : CALLER_LEFT,
  };
}

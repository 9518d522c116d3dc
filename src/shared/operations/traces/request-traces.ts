import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { context, propagation, SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api';
import type { Request, RequestHandler } from 'express';
import { CONFIG, type Config } from '../../../config.js';
import { contextOf } from '../../http/request-context.js';
import { runInContext } from '../../kernel/request-context.js';
import type { FinishedRequest } from '../requests/finished-request.js';
import { tracer, within } from './spans.js';

const SPAN = Symbol('the span of a request');
type Traced = IncomingMessage & { [SPAN]?: Span };

/** A span for each request, below the caller's when it sent a `traceparent`. */
@Injectable()
export class RequestTraces {
  readonly #collected: boolean;

  constructor(@Inject(CONFIG) { otlpEndpoint }: Config) {
    this.#collected = otlpEndpoint !== undefined;
  }

  /** How to end it. Nothing while nobody collects traces: even a span that nobody sees would cost each request something. */
  begin(request: Request & Traced): ((finished: FinishedRequest) => void) | undefined {
    if (!this.#collected) return undefined;
    const parent = propagation.extract(context.active(), request.headers);
    const start = () => tracer().startSpan(request.method, { kind: SpanKind.SERVER }, parent);
    const ids = contextOf(request); // a trace that begins here takes its id from there
    const span = (request[SPAN] = ids ? runInContext(ids, start) : start());
    return (finished) => this.#end(span, finished);
  }

  /** What follows is done below the span of the request. */
  readonly enter: RequestHandler = (request: Request & Traced, _response, next) => {
    const span = request[SPAN];
    if (span) within(span)(next);
    else next();
  };

  /** Names by the semantic conventions of OpenTelemetry. */
  #end(span: Span, { method, surface, route, status, context: ids }: FinishedRequest): void {
    if (span.isRecording()) {
      span.updateName(route === undefined ? method : `${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.response.status_code': status,
        'countersign.surface': surface,
        ...(route !== undefined && { 'http.route': route }),
        ...(ids && { 'countersign.request_id': ids.requestId }),
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  }
}

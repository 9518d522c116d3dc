import type { IncomingMessage } from 'node:http';
import { context, propagation, SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api';
import type { FinishedRequest } from './access-log.js';
import { tracer, within } from '../spans.js';

export interface RequestTrace {
  readonly within: (work: () => void) => void;
  readonly end: (finished: FinishedRequest) => void;
}

/** Creates a span for each request. It is a child of the caller's span if the request has a `traceparent` header. */
export class RequestTraces {
  begin({ method = '', headers }: IncomingMessage): RequestTrace {
    const parent = propagation.extract(context.active(), headers);
    const span = tracer().startSpan(method, { kind: SpanKind.SERVER }, parent);
    return { within: within(span), end: (finished) => this.#end(span, finished) };
  }

  /** Ends the span of a request. The names of its attributes follow OpenTelemetry's semantic conventions. */
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

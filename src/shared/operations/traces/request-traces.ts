import { Injectable } from '@nestjs/common';
import { context, propagation, SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api';
import type { Request } from 'express';
import type { FinishedRequest } from '../requests/finished-request.js';
import { tracer, within } from './spans.js';

interface Begun {
  readonly span: Span;
  readonly within: (work: () => void) => void;
}

/** A span for each request, below the caller's when it sent a `traceparent`. */
@Injectable()
export class RequestTraces {
  begin(request: Request): Begun {
    const parent = propagation.extract(context.active(), request.headers);
    const span = tracer().startSpan(request.method, { kind: SpanKind.SERVER }, parent);
    return { span, within: within(span) };
  }

  /** Names by the semantic conventions of OpenTelemetry. */
  end(span: Span, { method, surface, route, status, context: ids }: FinishedRequest): void {
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

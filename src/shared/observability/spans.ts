import { context, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';
import { errorRecord, isError, maskShapes } from './logs/redaction.js';

/** The tracer of this application. Without a trace collector it does nothing. */
export const tracer = () => trace.getTracer('countersign');

/** Runs work in a child span of the active one. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      noteError(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Records an error on a span. Only its type and masked message are recorded, because a stack or an SQL statement could
 * reveal data to the collector.
 */
export function noteError(span: Span, error: unknown): void {
  const { type, message } = isError(error) ? errorRecord(error) : { type: 'unknown', message: '' };
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR, message: maskShapes(message) });
}

export const within =
  (span: Span) =>
  <T>(work: () => T): T =>
    context.with(trace.setSpan(context.active(), span), work);

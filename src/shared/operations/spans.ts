import { context, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';
import { errorRecord, isError, maskShapes } from './logs/redaction.js';

/** Costs next to nothing while nobody collects traces. */
export const tracer = () => trace.getTracer('countersign');

/** Runs a piece of work as a span below the one that is active. */
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

/** The kind of error and its first words; a stack or a statement would take data out of the house. */
export function noteError(span: Span, error: unknown): void {
  const { type, message } = isError(error) ? errorRecord(error) : { type: 'unknown', message: '' };
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR, message: maskShapes(message) });
}

export const within =
  (span: Span) =>
  <T>(work: () => T): T =>
    context.with(trace.setSpan(context.active(), span), work);

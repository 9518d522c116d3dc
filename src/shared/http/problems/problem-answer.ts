import type { IncomingMessage } from 'node:http';
import type { DomainError } from '../../kernel/errors.js';
import { currentContext } from '../../kernel/request-context.js';
import { problemHeaders } from './problem-headers.js';
import { PROBLEM_JSON, problemOf, type Problem } from './problem.js';

export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Problem;
}

/** All that an error is answered with. */
export function problemAnswer(error: DomainError, request: IncomingMessage, managementUrl: string): ProblemAnswer {
  const instance = (request.originalUrl ?? request.url ?? '').split('?', 1)[0];
  const body = problemOf(error, { managementUrl, instance, traceId: currentContext()?.traceId });
  return {
    status: body.status,
    headers: { ...problemHeaders(error, request.headers), 'Content-Type': `${PROBLEM_JSON}; charset=utf-8` },
    body,
  };
}

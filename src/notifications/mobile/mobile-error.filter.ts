import { type ArgumentsHost, Catch, type ExceptionFilter, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { domainErrorOf, ProblemFilter, withMetadata } from '../../shared/http/index.js';
import { DomainError, KernelErrors } from '../../shared/kernel/index.js';
import { UserErrors } from '../../users/contract/index.js';
import { OperationRefused } from './mobile-codes.js';
import { failureOf } from './mobile-event.js';
import { isOperation } from './operations.js';
import { httpStatusOf } from './mobile-failures.mapper.js';
import { MobileOperations } from './mobile-operations.service.js';

/**
 * Answers every failure of a call with the event of the operation, in guards and interceptors too: a blocked user gets
 * 141. Only a fault of the request itself, such as its token, is a problem document.
 */
@Injectable()
@Catch()
export class MobileErrorFilter implements ExceptionFilter {
  readonly #problems: ProblemFilter;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly operations: MobileOperations,
  ) {
    this.#problems = new ProblemFilter(config);
  }

  catch(caught: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const name = request.params['operation'];
    const problem = problemIn(caught);
    if (problem || !isOperation(name) || response.headersSent) {
      this.#problems.answer(problem ?? caught, request, response);
      return;
    }
    const failure = this.operations.failure(caught);
    const { cause } = failure;
    const { retryAfterSeconds: retryAfter, challenge } = cause instanceof DomainError ? cause.extra : {};
    if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
    if (typeof challenge === 'string')
      response.setHeader('WWW-Authenticate', withMetadata(challenge, request.surface, this.config));
    response.status(httpStatusOf(failure)).json(failureOf(name, request.body, failure));
  }
}

/** Errors without a code of the operations: no valid token, no such operation, an unreadable body. */
function problemIn(caught: unknown): DomainError | undefined {
  if (caught instanceof OperationRefused) return undefined;
  const error = domainErrorOf(caught);
  if (error.kind === UserErrors.deleted) return KernelErrors.unauthenticated('Its user is deleted');
  return error.kind.faces.mobile === undefined ? error : undefined;
}

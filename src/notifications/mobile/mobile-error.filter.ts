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
 * Responds to a failed call with the event of its operation, even if a guard or interceptor rejected the call: for a
 * blocked user, for example, that event contains the code 141. Errors in the request itself, such as an invalid token,
 * get a problem document instead.
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

/**
 * Returns the error if the mobile operations have no code for it, such as an invalid token, an unknown operation or an
 * unreadable body.
 */
function problemIn(caught: unknown): DomainError | undefined {
  if (caught instanceof OperationRefused) return undefined;
  const error = domainErrorOf(caught);
  if (error.kind === UserErrors.deleted) return KernelErrors.unauthenticated('Its user is deleted');
  return error.kind.spec.mobile === undefined ? error : undefined;
}

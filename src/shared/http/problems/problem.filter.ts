import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Config } from '../../../config.js';
import { DomainError, KernelErrors } from '../../kernel/index.js';
import { withMetadata } from '../surfaces.js';
import { allowedMethods } from '../route-groups.js';
import { domainErrorOf } from './domain-error-of.js';
import { problemAnswer } from './problem.js';
import { RepeatedFailures } from './repeated-failures.js';

/** Converts every error to an HTTP response in the format of RFC 9457. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  readonly #log = new Logger(ProblemFilter.name);
  readonly #outages = new RepeatedFailures();

  constructor(private readonly config: Config) {}

  catch(caught: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(caught, http.getRequest<Request>(), http.getResponse<Response>());
  }

  /**
   * Sends the response to an error. It uses only Node's own objects, because not every request passes through Express.
   */
  answer(caught: unknown, request: IncomingMessage, response: ServerResponse): void {
    const error = noRouteError(caught, request) ?? domainErrorOf(caught);
    if (error.kind.spec.status >= 500) this.#report(caught, error);
    if (response.headersSent) {
      response.destroy(); // part of the response is sent: only a cut connection can still show the failure
      return;
    }
    const { status, headers, body } = problemAnswer(error, request, this.config.managementUrl);
    const text = JSON.stringify(body);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, this.#named(name, value, request));
    response.statusCode = status;
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.end(text);
  }

  #named(name: string, value: string, { surface }: IncomingMessage): string {
    return name === 'WWW-Authenticate' ? withMetadata(value, surface, this.config) : value;
  }

  /**
   * Logs a server error. A 503 that our own code raised, because a limit was reached, is only a warning: any caller can
   * cause it.
   */
  #report(caught: unknown, error: DomainError): void {
    const { kind } = error;
    if (kind !== KernelErrors.unavailable) {
      this.#log.error({ code: kind.code, err: caught }, 'Request failed');
    } else if (caught === error) {
      this.#log.warn({ code: kind.code, reason: error.message }, 'Request turned away');
    } else {
      const leftOut = this.#outages.leftOutBefore(caught);
      if (leftOut !== undefined) this.#log.error({ code: kind.code, leftOut, err: caught }, 'Request failed');
    }
  }
}

/** Converts a 404 that no route raised: to 405 if the path exists for other methods, otherwise to our own 404. */
function noRouteError(
  caught: unknown,
  request: IncomingMessage & Partial<Pick<Request, 'app' | 'path' | 'route'>>,
): DomainError | undefined {
  if (!(caught instanceof HttpException) || caught.getStatus() !== 404 || request.route) return undefined;
  const allow = request.app ? allowedMethods(request.app, request.path ?? '') : [];
  return allow.length > 0 ? KernelErrors.methodNotAllowed(undefined, { allow }) : KernelErrors.notFound();
}

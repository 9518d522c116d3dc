import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Router, Request, Response } from 'express';
import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Config } from '../../../config.js';
import { DomainError, KernelErrors } from '../../kernel/errors.js';
import { domainErrorOf } from './domain-error-of.js';
import { problemAnswer } from './problem.js';

type Layer = Router['stack'][number];

/** What Express's router has and its types do not tell. */
interface Matching {
  match(path: string): unknown;
}
interface Route {
  readonly methods: Readonly<Record<string, boolean>>;
}

/** What an `Allow` header names for this path. Empty: no such path. Asked only once a request has found no route. */
function allowedMethods(router: Router, path: string): string[] {
  const routes = router.stack
    .filter((layer) => layer.route && matches(layer, path))
    .map(({ route }) => route as unknown as Route);
  const methods = new Set(routes.flatMap((route) => Object.keys(route.methods)));
  if (methods.has('get')) methods.add('head');
  return [...methods].map((method) => method.toUpperCase()).sort();
}

function matches(layer: Layer & Partial<Matching>, path: string): boolean {
  try {
    return Boolean(layer.match?.(path));
  } catch {
    return false; // not decodable: no path of ours
  }
}

/** The only place where an error becomes an HTTP answer. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  readonly #log = new Logger(ProblemFilter.name);

  constructor(private readonly config: Config) {}

  catch(caught: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(caught, http.getRequest<Request>(), http.getResponse<Response>());
  }

  /** By what Node itself has, since not every request comes by Express. */
  answer(caught: unknown, request: IncomingMessage, response: ServerResponse): void {
    const error = noRouteError(caught, request) ?? domainErrorOf(caught);
    if (error.kind.faces.status >= 500) this.#report(caught, error);
    if (response.headersSent) {
      response.destroy(); // half an answer: a cut connection says so, a problem appended to it would not
      return;
    }
    const { status, headers, body } = problemAnswer(error, request, this.config.managementUrl);
    const text = JSON.stringify(body);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.statusCode = status;
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.end(text);
  }

  #report(caught: unknown, error: DomainError): void {
    this.#log.error({ code: error.kind.code, err: caught }, 'Request failed');
  }
}

/** A 404 that no route has raised is a wrong path, or a wrong method on a path that there is. */
function noRouteError(
  caught: unknown,
  request: IncomingMessage & Partial<Pick<Request, 'app' | 'path' | 'route'>>,
): DomainError | undefined {
  if (!(caught instanceof HttpException) || caught.getStatus() !== 404 || request.route) return undefined;
  const allow = request.app ? allowedMethods(request.app.router, request.path ?? '') : [];
  return allow.length > 0 ? KernelErrors.methodNotAllowed(undefined, { allow }) : KernelErrors.notFound();
}

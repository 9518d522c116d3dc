import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, from, type Observable } from 'rxjs';
import { type Principal, SecondNeeded, type WaitsForSecondDto } from '../../shared/auth-guard/index.js';
import { FourEyesRequests } from './four-eyes-requests.service.js';

const isOperator = ({ user }: Request): boolean => (user as Principal | undefined)?.kind === 'operator';

/** Keeps a call that needs a second operator, and answers where it waits. Nothing else has happened. */
@Injectable()
export class AskSecond implements NestInterceptor {
  constructor(private readonly fourEyes: FourEyesRequests) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    if (!isOperator(http.getRequest<Request>())) return next.handle();
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (!(error instanceof SecondNeeded)) throw error;
        return from(this.#keep(http.getRequest<Request>(), http.getResponse<Response>(), error.scope));
      }),
    );
  }

  async #keep(request: Request, response: Response, scope: string): Promise<WaitsForSecondDto> {
    const { id, fallsAt } = await this.fourEyes.ask(request, scope);
    response.status(202).location(`/v1/fourEyes/${id}`);
    return { id, fallsTs: fallsAt.getTime() };
  }
}

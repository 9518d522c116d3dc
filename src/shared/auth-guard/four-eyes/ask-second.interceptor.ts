import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, from, type Observable } from 'rxjs';
import { IntegerField, UuidField } from '../../fields/index.js';
import { SecondOperators } from '../bearer.ports.js';

/** Thrown to stop an operator's call that needs the approval of a second operator. */
export class SecondNeeded extends Error {
  constructor(
    readonly scope: string,
    readonly seen?: string,
  ) {
    super(`A second operator with ${scope} must agree`);
  }
}

/** The response to an operator whose call waits for approval. */
export class WaitsForSecondDto {
  @UuidField({ description: 'The id of the request for approval. See `GET /v1/fourEyes/{id}`.' }) id!: string;
  @IntegerField({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    example: 1_767_225_600_000,
    description:
      'The request expires at this time, in milliseconds since 1970. After that, it can no longer be approved.',
  })
  fallsTs!: number;
}

/**
 * Handles a call that needs a second operator's approval: stores the call, and responds with 202 and the path of the
 * new request for approval. The call has no effect until it is approved.
 */
@Injectable()
export class AskSecond implements NestInterceptor {
  constructor(private readonly second: SecondOperators) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (!(error instanceof SecondNeeded)) throw error;
        return from(this.#keep(http.getRequest<Request>(), http.getResponse<Response>(), error));
      }),
    );
  }

  async #keep(request: Request, response: Response, { scope, seen }: SecondNeeded): Promise<WaitsForSecondDto> {
    const { id, fallsAt } = await this.second.ask(request, scope, seen);
    response.status(202).location(`/v1/fourEyes/${id}`);
    return { id, fallsTs: fallsAt.getTime() };
  }
}

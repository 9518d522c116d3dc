import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, from, type Observable } from 'rxjs';
import { IntegerField, UuidField } from '../../http/index.js';
import { SecondOperators } from '../bearer.ports.js';

/** Thrown to end a call of an operator that a second one must agree to. */
export class SecondNeeded extends Error {
  constructor(
    readonly scope: string,
    readonly seen?: string,
  ) {
    super(`A second operator with ${scope} must agree`);
  }
}

/** The answer to an operator whose call waits for a second one. */
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

/** Keeps a call that needs a second operator, and answers where it waits. Nothing else has happened. */
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

import {
  Injectable,
  applyDecorators,
  createParamDecorator,
  Inject,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { catchError, finalize, throwError, type Observable } from 'rxjs';
import { KernelErrors } from '../../kernel/errors.js';
import { CONFIG, type Config } from '../../../config.js';
import { Throws } from '../problems/throws.decorator.js';
import { endAfterAnswer } from './arrival-limit.js';
import { PictureStream, pictureTypes, tooLarge, type PictureType } from './picture-stream.js';

/** The limit for all running uploads of a process together, by their announced lengths. */
export const UPLOAD_BYTES = 256 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

@Injectable()
export class UploadBudget {
  #left = UPLOAD_BYTES;

  /** Returns the function that gives the bytes back. Calling it twice has no further effect. */
  take(bytes: number): () => void {
    if (bytes > this.#left) {
      throw KernelErrors.unavailable('Too much is being uploaded.', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.#left -= bytes;
    let held = bytes;
    return () => {
      this.#left += held;
      held = 0;
    };
  }

  get left(): number {
    return this.#left;
  }
}

declare module 'node:http' {
  interface IncomingMessage {
    picture?: PictureStream;
  }
}

const MAX_BYTES = 'countersign:picture-bytes';

/**
 * Lets a route accept a JPEG or PNG as its raw body. The route gets it with `@Picture()`, as a stream, and reads it to
 * its end.
 */
export const TakesPicture = ({ maxBytes }: { readonly maxBytes: number }) =>
  applyDecorators(
    SetMetadata(MAX_BYTES, maxBytes),
    UseInterceptors(PictureUploadInterceptor),
    ApiConsumes(...pictureTypes),
    ApiBody({ schema: { type: 'string', format: 'binary' } }),
    Throws(
      KernelErrors.brokenSyntax,
      KernelErrors.timeout,
      KernelErrors.bodyTooLarge,
      KernelErrors.unsupportedMediaType,
      KernelErrors.unavailable,
    ),
  );

export const Picture = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().picture,
);

@Injectable()
export class PictureUploadInterceptor implements NestInterceptor {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly reflector: Reflector,
    private readonly budget: UploadBudget,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const maxBytes = this.reflector.get<number>(MAX_BYTES, context.getHandler());
    try {
      this.#begin(request, response, maxBytes);
    } catch (error) {
      endAfterAnswer(request, response);
      throw error;
    }
    const { picture } = request;
    return next.handle().pipe(
      catchError((error: unknown) => {
        endAfterAnswer(request, response);
        return throwError(() => picture?.errored ?? error);
      }),
      finalize(() => picture?.destroy()),
    );
  }

  #begin(request: Request, response: Response, maxBytes: number): void {
    const type = typeOf(request);
    const length = Number(request.headers['content-length'] ?? maxBytes);
    if (length > maxBytes) throw tooLarge(maxBytes);
    const release = this.budget.take(length);
    response.on('close', release);
    clearTimeout(request.arrival);
    const picture = new PictureStream(type, { maxBytes, idleMs: this.config.requestTimeout * 1_000 });
    picture.on('error', () => request.unpipe(picture)); // the reader reports the error, if there is one
    request.on('close', () => {
      if (!request.complete) picture.destroy(KernelErrors.brokenSyntax('The upload was broken off.'));
    });
    request.picture = request.pipe(picture);
  }
}

function typeOf({ headers }: Request): PictureType {
  const named = headers['content-type']?.toLowerCase();
  const type = pictureTypes.find((known) => known === named);
  if (!type || headers['content-encoding'] !== undefined) {
    throw KernelErrors.unsupportedMediaType(`Send ${pictureTypes.join(' or ')}.`);
  }
  return type;
}

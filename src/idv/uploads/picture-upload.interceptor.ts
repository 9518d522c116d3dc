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
import type { Request } from 'express';
import { catchError, finalize, throwError, type Observable } from 'rxjs';
import { KernelErrors, type QueueKey } from '../../shared/kernel/index.js';
import { CONFIG, type Config } from '../../config.js';
import { Throws } from '../../shared/http/index.js';
import { PictureStream, pictureTypes, tooLarge, type PictureType } from './picture-stream.js';
import { UploadBudget, type Upload } from './upload-budget.service.js';

declare module 'node:http' {
  interface IncomingMessage {
    picture?: PictureStream;
  }
}

interface PictureRoute {
  readonly maxBytes: number;
  /** Returns the tenant and session to which the picture belongs. A guard of the route must have found them. */
  readonly uploaderOf?: (request: Request) => QueueKey | undefined;
}

const ROUTE = 'countersign:picture-route';

/**
 * Lets a route accept a JPEG or PNG as the raw request body. The route gets the picture as a stream from `@Picture()`,
 * and must read the stream to its end.
 */
export const TakesPicture = (route: PictureRoute) =>
  applyDecorators(
    SetMetadata(ROUTE, route),
    UseInterceptors(PictureUploadInterceptor),
    ApiConsumes(...pictureTypes),
    ApiBody({ schema: { type: 'string', format: 'binary' } }),
    Throws(
      KernelErrors.brokenSyntax,
      KernelErrors.timeout,
      KernelErrors.bodyTooLarge,
      KernelErrors.unsupportedMediaType,
      KernelErrors.tooManyRequests,
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
    const request = context.switchToHttp().getRequest<Request>();
    const { upload, picture } = this.#begin(request, this.reflector.get<PictureRoute>(ROUTE, context.getHandler()));
    return next.handle().pipe(
      catchError((error: unknown) => throwError(() => picture.errored ?? error)),
      finalize(() => {
        picture.destroy();
        upload.end();
      }),
    );
  }

  #begin(request: Request, { maxBytes, uploaderOf }: PictureRoute): { upload: Upload; picture: PictureStream } {
    const type = typeOf(request);
    const length = Number(request.headers['content-length'] ?? maxBytes);
    if (length > maxBytes) throw tooLarge(maxBytes);
    if (request.destroyed) throw brokenOff();
    const upload = this.budget.begin(request, uploaderOf?.(request), length);
    clearTimeout(request.arrival);
    const idleMs = this.config.requestTimeout * 1_000;
    const picture = new PictureStream(type, { maxBytes, idleMs, count: upload.count });
    picture.on('error', () => request.unpipe(picture)); // the code that reads the picture reports the error
    request.on('close', () => {
      upload.hasArrived();
      if (!request.complete) picture.destroy(brokenOff());
    });
    request.picture = request.pipe(picture);
    return { upload, picture };
  }
}

const brokenOff = () => KernelErrors.brokenSyntax('The upload was broken off.');

function typeOf({ headers }: Request): PictureType {
  const named = headers['content-type']?.toLowerCase();
  const type = pictureTypes.find((known) => known === named);
  if (!type || headers['content-encoding'] !== undefined) {
    throw KernelErrors.unsupportedMediaType(`Send ${pictureTypes.join(' or ')}.`);
  }
  return type;
}

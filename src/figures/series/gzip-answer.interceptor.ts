import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';

const inGzip = promisify(gzip);
/** Compressing a smaller answer saves nothing. */
const SMALL_BYTES = 1_024;

/**
 * Compresses answers for readers who accept gzip. Only for answers without secrets: the length of a compressed text can
 * tell what is in it to somebody who chooses a part of it.
 */
@Injectable()
export class GzipAnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return next.handle().pipe(mergeMap((body) => packed(body, http.getRequest(), http.getResponse())));
  }
}

async function packed(body: unknown, request: Request, response: Response): Promise<unknown> {
  const text = JSON.stringify(body);
  response.vary('Accept-Encoding');
  if (text.length < SMALL_BYTES || request.acceptsEncodings('gzip') === false) return body;
  const file = await inGzip(text);
  response.setHeader('Content-Encoding', 'gzip');
  return new StreamableFile(file, { type: 'application/json; charset=utf-8', length: file.length });
}

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
/** Smaller responses are not compressed, because this would save nothing. */
const SMALL_BYTES = 1_024;

/**
 * Compresses responses for clients that accept gzip. Use it only for responses without secrets: an attacker who
 * controls part of a text can infer the rest from the compressed length.
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

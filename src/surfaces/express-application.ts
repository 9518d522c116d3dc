import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Express, type RequestHandler } from 'express';
import type { Config } from '../config.js';
import { ProblemFilter, trustedProxies } from '../shared/http/index.js';
import { RequestValidationPipe } from '../shared/fields/index.js';

/**
 * Creates the Express application. If Nest created it, Nest would add middleware before these settings, and Express
 * would then ignore strict routing.
 */
export const expressApplication = ({ trustProxy }: Config): Express =>
  express()
    .enable('case sensitive routing')
    .enable('strict routing')
    .disable('x-powered-by')
    .disable('etag')
    .set('trust proxy', trustedProxies(trustProxy));

/** Sets up what all routes share: middleware, input parsing, validation and the error format. */
export function prepareHttp(app: NestExpressApplication, config: Config, middleware: readonly RequestHandler[]): void {
  app.use(...middleware);
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalFilters(new ProblemFilter(config));
}

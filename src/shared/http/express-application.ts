import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Express } from 'express';
import type { Config } from '../../config.js';
import { jsonBody } from './json-body.js';
import type { Middleware } from './middleware.js';
import { ProblemFilter } from './problems/problem.filter.js';
import { trustedProxies } from './trusted-proxies.js';
import { RequestValidationPipe } from './validation/request-validation.pipe.js';

/** Made here rather than by Nest: Express ignores how strictly to match paths once it has its first middleware. */
export const expressApplication = ({ trustProxy }: Config): Express =>
  express()
    .enable('case sensitive routing')
    .enable('strict routing')
    .disable('x-powered-by')
    .disable('etag')
    .set('trust proxy', trustedProxies(trustProxy));

/** What every route has in common: what a request passes first, how input is read and checked, what an error looks like. */
export function prepareHttp(app: NestExpressApplication, config: Config, middleware: Middleware): void {
  app.use(middleware);
  app.use(jsonBody);
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalFilters(new ProblemFilter(config));
}

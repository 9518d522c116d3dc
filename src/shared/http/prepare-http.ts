import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../../config.js';
import { jsonBody } from './json-body.js';
import { ProblemFilter } from './problems/problem.filter.js';
import { RequestValidationPipe } from './validation/request-validation.pipe.js';

/** What every route has in common: how its input is read and checked, and what an error looks like. */
export function prepareHttp(app: NestExpressApplication, config: Config): void {
  app.use(jsonBody);
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalFilters(new ProblemFilter(config));
}

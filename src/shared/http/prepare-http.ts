import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../../config.js';

/** What every HTTP answer has in common: limits on input, headers, problems. */
export function prepareHttp(app: NestExpressApplication, config: Config): void {
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.trustProxy);
  app.useBodyParser('json', { limit: '1mb' });
}

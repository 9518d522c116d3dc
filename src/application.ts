import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import type { DatabaseAddress } from '../ormconfig.js';
import { AppModule } from './app.module.js';
import { mountAuthorizationServer } from './auth/engine/mount.js';
import type { Config } from './config.js';
import { BackgroundWork } from './shared/events/background-work.js';
import { expressServer } from './shared/http/express-server.js';
import { limitAddresses } from './shared/http/limits/limit-addresses.js';
import { prepareHttp } from './shared/http/prepare-http.js';
import { observeRequests } from './shared/operations/requests/request-observer.js';
import { gate } from './surfaces/gate.js';
import { ApiDocuments } from './surfaces/pages/api-documents.js';

/** The application, wired and initialised, on a database that is there and migrated. It listens to nothing yet. */
export async function createApplication(
  config: Config,
  address: DatabaseAddress,
  extensions: readonly Type[] = [],
): Promise<NestExpressApplication> {
  const server = expressServer(config).use(gate(config));
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(config, address, extensions),
    new ExpressAdapter(server),
    { bodyParser: false, abortOnError: false },
  );
  observeRequests(app);
  app.use(limitAddresses(app));
  mountAuthorizationServer(app);
  prepareHttp(app, config);
  app.get(ApiDocuments).describe(app);
  await app.init();
  await app.get(BackgroundWork).start();
  return app;
}

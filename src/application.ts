import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import type { DatabaseAddress } from '../ormconfig.js';
import { AppModule } from './app.module.js';
import { readFormAhead } from './auth/engine/form-ahead.js';
import { mountAuthorizationServer } from './auth/engine/mount.js';
import type { Config } from './config.js';
import { BackgroundWork } from './shared/events/background-work.js';
import { expressServer } from './shared/http/express-server.js';
import { limitAddresses } from './shared/http/limits/limit-addresses.js';
import { prepareHttp } from './shared/http/prepare-http.js';
import { enterContext } from './shared/http/request-context.js';
import { RequestObserver } from './shared/operations/requests/request-observer.js';
import { RequestTraces } from './shared/operations/traces/request-traces.js';
import { Entrance } from './surfaces/entrance.js';
import { admit, receive } from './surfaces/gate.js';
import { ApiDocuments } from './surfaces/pages/api-documents.js';

/** The application, wired and initialised, on a database that is there and migrated. It listens to nothing yet. */
export async function createApplication(
  config: Config,
  address: DatabaseAddress,
  extensions: readonly Type[] = [],
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(config, address, extensions),
    new ExpressAdapter(expressServer(config)),
    { bodyParser: false, abortOnError: false },
  );
  prepareHttp(app, config);
  app.get(ApiDocuments).describe(app);
  await app.init();
  await app.get(BackgroundWork).start();
  return app;
}

/** How requests get to the application. */
export function entranceTo(app: NestExpressApplication, config: Config): Entrance {
  return new Entrance(app.getHttpAdapter().getInstance(), [
    receive(config),
    app.get(RequestObserver).observe,
    admit,
    limitAddresses(app),
    readFormAhead,
    enterContext,
    app.get(RequestTraces).enter,
    mountAuthorizationServer(app),
  ]);
}

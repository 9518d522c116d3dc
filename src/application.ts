import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import type { DatabaseAddress } from '../ormconfig.js';
import { AppModule } from './app.module.js';
import { AuthorizationServer } from './auth/protocol/engine/authorization-server.service.js';
import { engineRouter } from './auth/protocol/engine/engine.routes.js';
import type { Config } from './config.js';
import { DemoGateway } from './demo/gateway.service.js';
import { ConfigurationAtStart } from './configuration/apply/configuration-at-start.service.js';
import { BackgroundWork } from './shared/events/index.js';
import { allowOtherOrigins } from './surfaces/other-origins.js';
import { closeAfterEarlyAnswer, limitArrival } from './surfaces/arrival-limit.js';
import {
  enterContext,
  groupRoutes,
  jsonBody,
  limitAddresses,
  on,
  RequestLimits,
  setSecurityHeaders,
} from './shared/http/index.js';
import { expressApplication, prepareHttp } from './surfaces/express-application.js';
import { RequestObserver } from './shared/observability/index.js';
import { LiveStreams } from './operators/live/live-streams.service.js';
import { ConsoleEntrance } from './operators/sign-in/console-entrance.service.js';
import { gate } from './surfaces/gate.js';
import type { Handlers } from './surfaces/listeners.js';
import { ApiDocuments } from './surfaces/pages/api-documents.js';
import { SurfaceSocketAdapter } from './surfaces/websocket.adapter.js';

/**
 * Creates and initialises the application, but does not listen yet. The database must be reachable and fully migrated.
 */
export async function createApplication(
  config: Config,
  address: DatabaseAddress,
  extensions: readonly Type[] = [],
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(config, address, extensions),
    new ExpressAdapter(expressApplication(config)),
    { bodyParser: false, abortOnError: false },
  );
  try {
    app.useWebSocketAdapter(app.get(SurfaceSocketAdapter));
    prepareHttp(app, config, middlewareOf(app, config));
    app.get(ApiDocuments).describe(app);
    await app.init();
    groupRoutes(app.getHttpAdapter().getInstance());
    await app.get(ConfigurationAtStart).apply();
    await app.get(BackgroundWork).start();
    return app;
  } catch (error) {
    await app.close().catch(() => undefined); // an error while closing must not hide the original one
    throw error;
  }
}

/** The middleware that every request passes through, in order. */
const middlewareOf = (app: INestApplicationContext, config: Config): readonly RequestHandler[] => [
  enterContext(config),
  setSecurityHeaders(config),
  app.get(RequestObserver).observe,
  closeAfterEarlyAnswer,
  gate,
  allowOtherOrigins('/mobile/v1/'),
  limitArrival(config),
  limitAddresses(app.get(RequestLimits)),
  on('console', app.get(ConsoleEntrance).enter),
  ...(config.demo ? [on('demo', app.get(DemoGateway).pass)] : []),
  on('auth', engineRouter(app.get(AuthorizationServer).answer)),
  jsonBody,
];

/** The request, WebSocket and stream handlers that listeners use. */
export const handlersOf = (app: NestExpressApplication): Handlers => ({
  express: app.getHttpAdapter().getInstance(),
  sockets: app.get(SurfaceSocketAdapter),
  endStreams: () => app.get(LiveStreams).endAll(),
});

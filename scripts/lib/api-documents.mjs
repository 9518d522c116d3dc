import 'reflect-metadata';

let made;
let previewed;

/**
 * The OpenAPI documents by API (such as `management`) and the AsyncAPI document of the apps' socket, with default
 * settings. Needs no database.
 */
export function apiDocuments() {
  made ??= make();
  return made;
}

/** The application in Nest's preview mode: modules and classes are known, but nothing is instantiated. */
export function previewedApplication() {
  previewed ??= preview();
  return previewed;
}

async function preview() {
  const { NestFactory } = await import('@nestjs/core');
  const { AppModule } = await import('../../dist/src/app.module.js');
  const { readConfig } = await import('../../dist/src/config.js');
  const config = readConfig({ NODE_ENV: 'development' });
  const nowhere = { url: 'postgres://localhost:1/none' };
  const app = await NestFactory.create(AppModule.with(config, nowhere), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  return { app, config };
}

async function make() {
  const { asyncApiOf } = await import('../../dist/src/notifications/mobile/openapi/asyncapi.document.js');
  const { openApiOf } = await import('../../dist/src/openapi/openapi-document.js');
  const { surfaces } = await import('../../dist/src/shared/http/index.js');
  const { app, config } = await previewedApplication();
  const openApi = surfaces.map((surface) => [surface.name, openApiOf(app, surface, config)]);
  return asServed({ openApi: Object.fromEntries(openApi), asyncApi: asyncApiOf(config) });
}

const asServed = (documents) => JSON.parse(JSON.stringify(documents));

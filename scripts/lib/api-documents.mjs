import 'reflect-metadata';

let made;

/** The API document of the management surface, as a server with the default settings serves it. Needs no database. */
export function managementDocument() {
  made ??= make();
  return made;
}

async function make() {
  const { NestFactory } = await import('@nestjs/core');
  const { AppModule } = await import('../../dist/src/app.module.js');
  const { readConfig } = await import('../../dist/src/config.js');
  const { openApiOf } = await import('../../dist/src/openapi.js');
  const { surfaces } = await import('../../dist/src/shared/http/surfaces.js');
  const config = readConfig({ NODE_ENV: 'development' });
  const nowhere = { url: 'postgres://localhost:1/none' };
  // A preview knows the modules and their controllers, and makes no instance of anything.
  const app = await NestFactory.create(AppModule.with(config, nowhere), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  const management = surfaces.find(({ name }) => name === 'management');
  return JSON.parse(JSON.stringify(openApiOf(app, management, config)));
}

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, Module, type Provider } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApplication, handlersOf } from '../../src/application.js';
import { readConfig, type Config } from '../../src/config.js';
import { Readiness, useLogs } from '../../src/shared/observability/index.js';
import { Listeners } from '../../src/surfaces/listeners.js';
import type { SurfaceName } from '../../src/shared/http/index.js';
import { EventTimings } from '../../src/shared/jobs/index.js';
import { createTestDatabase, type TestDatabase, urlOf } from './database.js';
import { DeclaredErrors } from './declared-errors.interceptor.js';
import { freePorts, Program } from './program.js';

export interface TestApplication {
  readonly app: NestExpressApplication;
  readonly config: Config;
  readonly database: TestDatabase;
  readonly listeners: Listeners;
  /** The address to call. The public URLs of the configuration are others: nothing may rely on `Host`. */
  url(surface: SurfaceName, path?: string): string;
  close(): Promise<void>;
}

export interface TestOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Handlers and controllers that only this test needs. */
  readonly providers?: Provider[];
  readonly controllers?: (new (...args: never[]) => unknown)[];
  /** Several applications on one database are several processes of one deployment. */
  readonly database?: TestDatabase;
  /** Takes a database that no other test has used, for who looks at plans of statements. */
  readonly fresh?: boolean;
}

/** Another process of the same deployment needs them too. */
export const encryptionKeys = `test:${createHash('sha256').update('for tests').digest('base64')}`;

const TEST_ENV = {
  NODE_ENV: 'test',
  TLS_MODE: 'off',
  AUTH_PORT: '0',
  MANAGEMENT_PORT: '0',
  IDV_PORT: '0',
  MOBILE_PORT: '0',
  CONSOLE_PORT: '0',
  OPS_PORT: '0',
  AUTH_URL: 'https://auth.test',
  MANAGEMENT_URL: 'https://management.test',
  IDV_URL: 'https://idv.test',
  MOBILE_URL: 'https://mobile.test',
  CONSOLE_URL: 'https://console.test',
  LOG_LEVEL: 'silent',
  DISK_FREE_ALARM: '0', // the disk of the machine that runs the tests is no matter of theirs
  DATABASE_LOCK_TIMEOUT: '100', // on a busy machine it takes seconds until all who shall meet at a lock have come
  PASSWORD_MEMORY_KIB: '8192', // the least that is allowed: how long a hash takes is no matter of theirs either
  PASSWORD_PASSES: '1',
  RATE_BURST: '1000000',
  ENTERPRISE_RATE_BURST: '1000000',
  ENTERPRISE_CLIENTS: '10000',
  ADDRESS_RATE_BURST: '1000000',
  ENCRYPTION_KEYS: encryptionKeys,
};

/**
 * The whole application on a database of its own, listening on free loopback ports. With `ANSWERED_BY=program`, the
 * program that users run answers the requests; the application that the test has loaded makes what the test needs, and
 * both are processes of one deployment. A test with handlers of its own is answered by the application.
 */
export async function startTestApplication(options: TestOptions = {}): Promise<TestApplication> {
  const isByProgram = isAnsweredByProgram() && !options.providers && !options.controllers;
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-data-'));
  const config = readConfig({ ...TEST_ENV, DATA_DIR: dataDir, ...options.env });
  const database = options.database ?? (await createTestDatabase({ fresh: options.fresh ?? false }));
  useLogs(config);
  const app = await createApplication(config, database.address, extraModule(options));
  const listeners = await Listeners.open(config, handlersOf(app), undefined);
  app.get(Readiness).open();
  const program = isByProgram
    ? await startProgram({ DATA_DIR: dataDir, DATABASE_URL: urlOf(database.address), ...options.env })
    : undefined;
  const portOf = (surface: SurfaceName) =>
    program ? program.env[`${surface.toUpperCase()}_PORT`] : listeners.portOf(surface);
  return {
    app,
    config,
    database,
    listeners,
    url: (surface, path = '') => `http://127.0.0.1:${portOf(surface)}${path}`,
    close: async () => {
      await program?.end();
      await listeners.close();
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
      if (!options.database) await database.release();
    },
  };
}

/** A misspelt value would test the sources without a word. */
function isAnsweredByProgram(): boolean {
  const by = process.env['ANSWERED_BY'];
  if (by !== undefined && by !== 'program') throw new Error(`ANSWERED_BY is "${by}". Only "program" is possible.`);
  return by !== undefined;
}

const startProgram = async (env: Readonly<Record<string, string>>): Promise<Program> =>
  Program.start({ ...TEST_ENV, ...(await freePorts()), ...env }).ready();

/** On a busy machine the handlers that run before an answer take longer than the two seconds that a caller waits. */
const patient = { provide: EventTimings, useValue: Object.assign(new EventTimings(), { answerMs: 15_000 }) };

/** Of two providers with one token, Nest takes the later one: a test may bring its own timings. */
function extraModule({ providers: own = [], controllers = [] }: TestOptions) {
  const providers = [patient, ...own];
  const declaredErrors = { provide: APP_INTERCEPTOR, useFactory: () => new DeclaredErrors(new Set(controllers)) };

  @Global()
  @Module({ providers: [...providers, declaredErrors], controllers, exports: providers })
  class TestExtras {}
  return [TestExtras];
}

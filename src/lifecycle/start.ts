import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { DatabaseAddress } from '../../ormconfig.js';
import type { Config } from '../config.js';
import { DevelopmentStart, Readiness, showAllLogs, type StartNote } from '../shared/observability/index.js';
import { Listeners, type Handlers, type ServerCertificate } from '../surfaces/listeners.js';
import { instancesOf, systemCode } from '../shared/kernel/index.js';
import { openSurfaces } from '../shared/http/index.js';
import { StartRefused } from './start-errors.js';
import { createApplication, handlersOf } from '../application.js';
import { collectTraces } from './trace-collection.js';
import { prepareDatabase } from './database.js';
import { sendToPrimary, type StartMessage } from './processes/process-messages.js';
import { configOfProcess } from './processes/process-plan.js';
import type { StartContext } from './shutdown.js';
import { completeSettings, serverCertificate, withDevelopmentKeys, type ListenerTls } from './settings-at-start.js';
import { announceReady } from './announce-ready.js';

/**
 * Stops the listeners without refusing requests. First the readiness check fails, so that load balancers send no new
 * requests. Then running requests finish.
 */
export async function drain(listeners: Listeners, readiness: Readiness, config: Config): Promise<void> {
  readiness.withdraw();
  await sleep(config.readyDelaySeconds * 1_000);
  await listeners.close();
}

/**
 * In development, runs all `DevelopmentStart` providers. Each prepares its part of the application, and may return
 * lines for the start-up message, which this function collects.
 */
export async function developmentNotes(app: INestApplicationContext, config: Config): Promise<StartNote[]> {
  if (config.nodeEnv !== 'development') return [];
  const notes: StartNote[] = [];
  const starts = instancesOf(app.get(DiscoveryService), DevelopmentStart);
  for (const one of starts.sort((a, b) => Number(a.comesLast) - Number(b.comesLast))) {
    const hints = (await one.onDevelopmentStart(config.dataDir)) ?? [];
    notes.push(...[hints].flat());
  }
  return notes;
}

export async function openListeners(config: Config, handlers: Handlers, tls?: ServerCertificate): Promise<Listeners> {
  try {
    return await Listeners.open(config, handlers, tls);
  } catch (error) {
    throw portRefusal(error, config) ?? error;
  }
}

function portRefusal(error: unknown, config: Config): StartRefused | undefined {
  const port = typeof error === 'object' && error !== null && 'port' in error ? error.port : undefined;
  const surface = openSurfaces(config).find((open) => open.port(config) === port);
  if (!surface) return undefined;
  const setting = `${surface.name.toUpperCase()}_PORT`;
  const place = `${config.listenHost}, port ${surface.port(config)} (${surface.title})`;
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return new StartRefused(`Another program listens at ${place}. End it, or set ${setting} to a free port.`);
    case 'EACCES':
      return new StartRefused(`This user may not listen at ${place}. Set ${setting} to a port above 1023.`);
    case 'EADDRNOTAVAIL':
      return new StartRefused(`This machine has no address ${config.listenHost}. Set LISTEN_HOST to one that it has.`);
    default:
      return undefined;
  }
}

/** Starts everything in order of dependency. `teardown` later undoes the steps in reverse order. */
export async function start(given: Config, surroundings: StartContext): Promise<void> {
  const ground = await prepare(given, surroundings);
  const notes = await serve(ground, surroundings);
  announceReady({ config: ground.config, notes, caFile: ground.tls?.caFile }, surroundings.terminal);
}

/** Starts a worker process. The primary has already prepared the database. */
export async function startMember(
  given: Config,
  { number, address }: StartMessage,
  surroundings: StartContext,
): Promise<void> {
  const own = configOfProcess(withDevelopmentKeys(given), number);
  const tls = await serverCertificate(own);
  const notes = await serve({ config: { ...own, developmentCaFile: tls?.caFile }, tls, address }, surroundings);
  sendToPrimary({ type: 'ready', notes });
}

/** The prerequisites for serving: complete settings, a certificate, and a migrated database. */
export interface PreparedStart {
  readonly config: Config;
  readonly tls: ListenerTls | undefined;
  readonly address: DatabaseAddress;
}

/**
 * Completes the settings and opens the database. For a development start, creates missing certificates and an embedded
 * database.
 */
export async function prepare(given: Config, surroundings: StartContext): Promise<PreparedStart> {
  const { terminal, teardown } = surroundings;
  const settings = completeSettings(given, teardown);
  const tls = await terminal.during('Making certificates', () => serverCertificate(settings));
  // Outbound calls must accept the development certificate, because the developer's own application uses it, too.
  const config = { ...settings, developmentCaFile: tls?.caFile };
  return { config, tls, address: await prepareDatabase(config, surroundings) };
}

async function serve({ config, tls, address }: PreparedStart, surroundings: StartContext): Promise<StartNote[]> {
  const { terminal, ending, teardown } = surroundings;
  const traces = await collectTraces(config);
  teardown.add('traces', () => traces?.stop());
  const app = await createApplication(config, address);
  teardown.add('application', () => app.close());
  ending.throwIfAsked();

  const listeners = await openListeners(config, handlersOf(app), tls);
  teardown.add('listeners', () => drain(listeners, app.get(Readiness), config));
  const notes = await terminal.during('Preparing development', () => developmentNotes(app, config));
  app.get(Readiness).open();
  showAllLogs();
  return notes;
}

import { createApplication, handlersOf } from '../application.js';
import type { Config } from '../config.js';
import { Readiness } from '../shared/operations/health/readiness.js';
import { collectTraces } from '../shared/operations/traces/collect-traces.js';
import { prepareDatabase } from './database/prepare-database.js';
import { developmentNotes } from './development-notes.js';
import { drain } from './drain.js';
import type { Ending } from './ending.js';
import { openListeners } from './open-listeners.js';
import { trustAlso } from './outbound-trust.js';
import { settleSettings } from './settle-settings.js';
import { tellReady } from './start-text.js';
import type { Teardown } from './teardown.js';
import type { Terminal } from './terminal.js';
import { tlsMaterial } from './tls-material.js';

export interface Surroundings {
  readonly terminal: Terminal;
  readonly ending: Ending;
  readonly teardown: Teardown;
}

/** Starts everything, each thing after those that it needs; the teardown goes the other way. */
export async function start(given: Config, surroundings: Surroundings): Promise<void> {
  const { terminal, ending, teardown } = surroundings;
  const config = settleSettings(given, teardown);
  const tls = await terminal.during('Making certificates', () => tlsMaterial(config));
  if (tls?.caFile !== undefined) trustAlso(tls.caFile); // a developer's own application uses our certificate, too
  const address = await prepareDatabase(config, surroundings);

  const traces = await collectTraces(config);
  teardown.add('traces', () => traces?.stop());
  const app = await createApplication(config, address);
  teardown.add('application', () => app.close());
  ending.throwIfAsked();

  const listeners = await openListeners(config, handlersOf(app, config), tls);
  teardown.add('listeners', () => drain(listeners, app.get(Readiness), config));
  const notes = await terminal.during('Preparing development', () => developmentNotes(app, config));
  app.get(Readiness).open();
  tellReady({ config, notes, caFile: tls?.caFile }, terminal);
}

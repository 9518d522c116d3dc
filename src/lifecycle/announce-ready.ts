import { relative } from 'node:path';
import { Logger } from '@nestjs/common';
import type { Config } from '../config.js';
import { openSurfaces } from '../shared/http/index.js';
import type { StartNote } from '../shared/observability/index.js';
import type { Terminal } from './terminal.js';

export interface Ready {
  readonly config: Config;
  readonly notes: readonly StartNote[];
  readonly caFile: string | undefined;
}

/** Reports that the server is ready: as text with all URLs for a developer, or as a log entry in production. */
export function announceReady(ready: Ready, terminal: Terminal): void {
  const { config } = ready;
  const milliseconds = Math.round(performance.now());
  if (config.nodeEnv === 'production') {
    new Logger('Countersign').log({ surfaces: config.surfaces, milliseconds }, 'Ready');
    return;
  }
  const [addresses, things] = [addressesOf(config), thingsToKnow(ready)];
  const width = Math.max(...[...addresses, ...things].map(({ label }) => label.length)) + 3;
  const show = ({ label, value }: StartNote) => terminal.say(`  ${terminal.dim(label.padEnd(width))}${value}`);
  terminal.say();
  terminal.say(
    `  ${terminal.bold('Countersign is ready')} ${terminal.dim(`(${(milliseconds / 1_000).toFixed(1)} s)`)}`,
  );
  for (const block of [addresses, things]) {
    terminal.say();
    block.forEach(show);
  }
  terminal.say();
  terminal.say(`  ${terminal.dim('Ctrl-C ends it.')}`);
  terminal.say();
}

const addressesOf = (config: Config): StartNote[] =>
  openSurfaces(config).map(({ title, url }) => ({ label: title, value: url(config) }));

function thingsToKnow({ config, notes, caFile }: Ready): StartNote[] {
  const isManaged = config.surfaces.includes('management');
  const showsDocs = config.apiDocs && isManaged;
  return [
    ...(isManaged ? [{ label: 'Guide', value: `${config.managementUrl}/docs/guide` }] : []),
    ...(showsDocs ? [{ label: 'Swagger page', value: `${config.managementUrl}/docs` }] : []),
    ...(caFile === undefined
      ? []
      : [{ label: 'Certificate authority', value: `${fromHere(caFile)}  (curl --cacert)` }]),
    ...notes.map(({ label, value }) => ({ label, value: fromHere(value) })),
  ];
}

/** Makes a path relative if it is below the working folder. */
function fromHere(value: string): string {
  const path = value.startsWith('/') ? relative('', value) : value;
  return path.startsWith('..') ? value : path;
}

import { relative } from 'node:path';
import { Logger } from '@nestjs/common';
import { painted, type StartNote, usesColour } from '../shared/observability/index.js';
import type { Config } from '../config.js';
import { openSurfaces } from '../shared/http/index.js';

const SLOW_MS = 1_000;
const BOLD = 1;
const DIM = 90;
const RED = 31;
const CLEAR_LINE = '\r\u001b[K';

type Stream = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/** The messages for the person who starts the program, beside the log. */
export class Terminal {
  constructor(
    private readonly out: Stream = process.stdout,
    private readonly err: Stream = process.stderr,
  ) {}

  say(line = ''): void {
    this.out.write(`${line}\n`);
  }

  complain(line: string): void {
    this.err.write(`${painted(line, RED, usesColour(this.err))}\n`);
  }

  bold = (text: string): string => painted(text, BOLD, usesColour(this.out));
  dim = (text: string): string => painted(text, DIM, usesColour(this.out));

  /** Shows a step that takes longer than a second. On a terminal the line is removed afterwards. */
  async during<T>(doing: string, work: (nowDoing: (text: string) => void) => Promise<T>): Promise<T> {
    const line = { text: doing, shown: false };
    const show = () => {
      line.shown = true;
      this.err.write(this.err.isTTY ? `${CLEAR_LINE}${line.text} …` : `${line.text} …\n`);
    };
    const timer = setTimeout(show, SLOW_MS);
    try {
      return await work((text) => {
        line.text = text;
        if (line.shown) show();
      });
    } finally {
      clearTimeout(timer);
      if (line.shown && this.err.isTTY) this.err.write(CLEAR_LINE);
    }
  }
}

export interface Ready {
  readonly config: Config;
  readonly notes: readonly StartNote[];
  readonly caFile: string | undefined;
}

/** Says that everything is ready, and where: as text for a developer, as a log entry in production. */
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

/** A path below the working folder is shown relative to it. */
function fromHere(value: string): string {
  const path = value.startsWith('/') ? relative('', value) : value;
  return path.startsWith('..') ? value : path;
}

import { currentActor } from '../../shared/kernel/index.js';
import { UsageError, defineCommand } from '../../shared/observability/index.js';
import { readNewUser } from '../management/new-users.reader.js';
import {
  type ImportRequest,
  ImportTotals,
  ImportUsers,
  type LeftBehind,
  type RefusedLine,
} from './import-users.service.js';
import { BadHeader } from './user-lines.parser.js';
import { givenTenant, tenantOptions } from '../export/users-export.command.js';
import { CLEAR_LINE, type FileOptions, ImportFile, RefusedLines, systems } from './import-file.reader.js';

const INTERRUPTED = 130;

export const usersImport = defineCommand({
  name: 'users import',
  takes: '<file>',
  summary:
    'Enrols users from a file of NDJSON or CSV, or an export of Keycloak, Auth0 or Zitadel, or from standard input (-). Users who exist are left as they are.',
  options: {
    ...tenantOptions,
    format: { type: 'string', value: 'FORMAT', summary: 'ndjson or csv. Default: by the ending of the file.' },
    from: {
      type: 'string',
      value: 'SYSTEM',
      summary: 'keycloak, auth0 or zitadel: the file is its export. csv: a file of any system, with --columns.',
    },
    columns: {
      type: 'string',
      value: 'COLUMNS',
      summary: 'The columns of a CSV file, as in userId=Login,emailId=E-mail. Others are ignored.',
    },
    passwords: { type: 'string', value: 'FILE', summary: 'With --from auth0: the export of password hashes.' },
    'primary-group': {
      type: 'string',
      value: 'GROUP',
      summary: 'Of users from another system. Default: the name of the realm of Keycloak.',
    },
    'by-id': {
      type: 'boolean',
      summary: 'Makes the id of the other system the user id, and its user name the login id.',
    },
    'send-codes': { type: 'boolean', summary: 'Has an activation code sent to each new user who can be reached.' },
    refused: { type: 'string', value: 'FILE', summary: 'Where refused lines go, as NDJSON with the reasons.' },
    'dry-run': { type: 'boolean', summary: 'Only checks the lines, and enrols nobody.' },
  },
  endsInOrder: true,
  run: async ({ application, options, given, interrupted, print }) => {
    const file = ImportFile.open(given, fileOptionsOf(options), interrupted);
    const refused = RefusedLines.open(options.refused, file.stats);
    const app = await application();
    const tenant = await givenTenant(app, options);
    const totals = new ImportTotals();
    const progress = new ImportProgress(totals, file).start();
    const dryRun = options['dry-run'];
    let ended: Outcome['ended'] = 'failed';
    try {
      const checks = { read: newUserReader(), ...tellers(refused), dryRun };
      const request = { tenant, users: file.users(), sendCodes: options['send-codes'], signal: interrupted, ...checks };
      await app.get(ImportUsers).run(request, totals);
      ended = interrupted.aborted ? 'interrupted' : 'finished';
    } catch (error) {
      throw error instanceof BadHeader ? new UsageError(error.message) : error;
    } finally {
      progress.stop();
      refused.close();
      const outcome = { ended, totals, seconds: progress.seconds, dryRun, refusedFile: refused.file };
      for (const line of summaryOf(outcome)) print(line);
    }
    return ended === 'interrupted' ? INTERRUPTED : Number(totals.refused > 0);
  },
});

interface GivenOptions {
  readonly from: string | undefined;
  readonly format: string | undefined;
  readonly 'primary-group': string | undefined;
  readonly 'by-id': boolean;
  readonly columns: string | undefined;
  readonly passwords: string | undefined;
}

function fileOptionsOf(given: GivenOptions): FileOptions {
  const { from, format, 'primary-group': primaryGroup, 'by-id': byId, columns, passwords } = given;
  const refuse = (when: boolean, why: string) => {
    if (when) throw new UsageError(why);
  };
  const kind = from ?? format;
  refuse(from !== undefined && !systems.includes(from), `--from knows these systems: ${systems.join(', ')}.`);
  refuse(from !== undefined && format !== undefined, 'Give --from or --format, not both.');
  refuse(from === undefined && primaryGroup !== undefined, '--primary-group goes with --from.');
  refuse(byId && (from === undefined || from === 'csv'), '--by-id goes with --from keycloak, auth0 or zitadel.');
  refuse(columns !== undefined && from !== 'csv', '--columns goes with --from csv.');
  refuse(passwords !== undefined && from !== 'auth0', '--passwords goes with --from auth0.');
  const needsGroup = (from === 'auth0' || from === 'zitadel') && primaryGroup === undefined;
  refuse(needsGroup, 'Say the primary group of the users: --primary-group GROUP.');
  return {
    format: kind,
    system: { primaryGroup, byId, columns: columns === undefined ? undefined : mapOf(columns), passwords },
  };
}

/** Parses the mapping from our fields to CSV columns, such as `userId=Login,emailId=E-mail`. */
function mapOf(columns: string): ReadonlyMap<string, string> {
  const pairs = columns.split(',').map((pair) => pair.split('=').map((part) => part.trim()));
  const wrong = pairs.find(([field, column, ...more]) => !field || !column || more.length > 0);
  if (wrong) throw new UsageError(`--columns takes pairs such as userId=Login; "${wrong.join('=')}" is none.`);
  const map = new Map(pairs as [string, string][]);
  if (map.size < pairs.length || new Set(map.values()).size < pairs.length)
    throw new UsageError('--columns names a field or a column twice.');
  return map;
}

const tellers = (told: RefusedLines) => ({
  refuse: (line: RefusedLine) => told.add(line),
  leave: (line: LeftBehind) => told.add(line),
});

function newUserReader(): ImportRequest['read'] {
  const createdBy = `operator:${currentActor().id}`;
  return (user) => readNewUser(user, createdBy);
}

export interface Outcome {
  readonly ended: 'finished' | 'interrupted' | 'failed';
  readonly totals: ImportTotals;
  readonly seconds: number;
  readonly dryRun: boolean;
  readonly refusedFile: string | undefined;
}

/** Returns the summary that is printed at the end, whether or not the import succeeded. */
export function summaryOf(outcome: Outcome): string[] {
  const { ended, totals, seconds } = outcome;
  if (ended === 'failed' && totals.lastLine === 0) return [];
  const done = totals.created + totals.existing + totals.refused;
  return [
    countsOf(outcome),
    `${seconds.toFixed(1)} s, ${number(done / seconds)} a second.`,
    ...(ended === 'finished' ? [] : [endingOf(outcome)]),
  ];
}

function countsOf({ totals: { created, existing, refused }, dryRun, refusedFile }: Outcome): string {
  const where = refusedFile === undefined || refused === 0 ? '' : `: see ${refusedFile}`;
  return [
    `${counted(created, 'user')} ${dryRun ? 'would be enrolled' : 'enrolled'}`,
    `${number(existing)} there already`,
    `${counted(refused, 'line')} refused${where}.`,
  ].join(', ');
}

const counted = (count: number, what: string): string => `${number(count)} ${what}${count === 1 ? '' : 's'}`;

const endingOf = ({ ended, totals: { lastLine } }: Outcome): string =>
  ended === 'interrupted'
    ? `Interrupted: every line up to ${number(lastLine)} is done. Run the same again to go on.`
    : `Failed near line ${number(lastLine)}. Run the same again once that is mended: who is enrolled stays so.`;

const BAR = 30;
/** The interval at which progress is shown: as a bar on a terminal, as a line in a log. */
const SHOW_MS = { terminal: 200, log: 10_000 };

/** Shows how much of the file has been imported. */
export class ImportProgress {
  readonly #began = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly totals: ImportTotals,
    private readonly file: ImportFile,
    private readonly out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stderr,
  ) {}

  start(): this {
    const { isTTY } = this.out;
    const show = () => this.out.write(isTTY ? `${CLEAR_LINE}${this.line()}` : `${this.line()}\n`);
    this.#timer = setInterval(show, isTTY ? SHOW_MS.terminal : SHOW_MS.log).unref();
    return this;
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.out.isTTY) this.out.write(CLEAR_LINE);
  }

  get seconds(): number {
    return (performance.now() - this.#began) / 1_000;
  }

  line(): string {
    const { created, existing, refused } = this.totals;
    const done = created + existing + refused;
    return [this.#bar(), `${number(done)} users`, `${number(done / this.seconds)}/s`, this.#left()]
      .filter((part) => part !== undefined)
      .join('  ');
  }

  get #share(): number | undefined {
    return this.file.size && Math.min(1, this.file.readBytes / this.file.size);
  }

  #bar(): string | undefined {
    const share = this.#share;
    if (share === undefined) return undefined;
    const full = Math.round(share * BAR);
    return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${`${Math.floor(share * 100)}`.padStart(3)} %`;
  }

  #left(): string | undefined {
    const share = this.#share;
    if (!share || this.seconds < 2) return undefined;
    const left = Math.ceil(this.seconds / share - this.seconds);
    return `${Math.floor(left / 60)}:${`${left % 60}`.padStart(2, '0')} left`;
  }
}

export const number = (value: number): string => Math.round(value).toLocaleString('en-US');

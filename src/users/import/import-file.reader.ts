import { closeSync, createReadStream, fstatSync, openSync, type Stats, statSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { UsageError } from '../../shared/observability/index.js';
import { BadHeader, csvUsers, ndjsonUsers, type UserLine } from './user-lines.parser.js';
import { keycloakUsers } from './keycloak-users.parser.js';
import { auth0Hashes, auth0Users } from './systems/auth0-users.parser.js';
import { zitadelUsers } from './systems/zitadel-users.parser.js';
import type { LeftBehind, RefusedLine } from './import-users.service.js';

export const CLEAR_LINE = '\r\u001b[K';

/** Options for reading a file that another system has exported. */
export interface SystemChoice {
  /** The primary group of all imported users. For Keycloak, it defaults to the name of the realm. */
  readonly primaryGroup: string | undefined;
  /** Whether a user's id in the other system becomes the user id here. */
  readonly byId: boolean;
  /** The name of the CSV column for each of our fields. */
  readonly columns: ReadonlyMap<string, string> | undefined;
  /** The path of the file with the password hashes, which Auth0 exports separately. */
  readonly passwords: string | undefined;
}

type Chunks = AsyncIterable<Buffer>;
type Reader = (chunks: Chunks, choice: SystemChoice) => AsyncIterable<UserLine>;

const formats = {
  ndjson: (chunks) => ndjsonUsers(chunks),
  csv: (chunks, { columns, primaryGroup }) => csvUsers(chunks, { ...(columns && { columns }), primaryGroup }),
  keycloak: keycloakUsers,
  auth0: readAuth0,
  zitadel: (chunks, choice) => zitadelUsers(chunks, { ...choice, primaryGroup: groupOf(choice) }),
} as const satisfies Readonly<Record<string, Reader>>;
type Format = keyof typeof formats;
/** The possible values of `--from`. With `csv`, a CSV file from any system is read. */
export const systems: readonly string[] = ['keycloak', 'auth0', 'zitadel', 'csv'];

async function* readAuth0(chunks: Chunks, choice: SystemChoice): AsyncGenerator<UserLine> {
  const { passwords } = choice;
  const hashes = passwords === undefined ? new Map<string, string>() : await auth0Hashes(createReadStream(passwords));
  yield* auth0Users(chunks, { ...choice, primaryGroup: groupOf(choice), hashes });
}

function groupOf({ primaryGroup }: SystemChoice): string {
  if (primaryGroup === undefined) throw new BadHeader('Say the primary group of the users: --primary-group GROUP.');
  return primaryGroup;
}

export interface FileOptions {
  readonly format: string | undefined;
  readonly system: SystemChoice;
}

const isFormat = (name: string): name is Format => Object.hasOwn(formats, name);

/** The file to import (or standard input). It counts how many bytes have been read, so that progress can be shown. */
export class ImportFile {
  readBytes = 0;

  private constructor(
    private readonly format: Format,
    private readonly system: SystemChoice,
    readonly stats: Stats,
    private readonly stream: Readable,
    private readonly interrupted: AbortSignal,
  ) {
    interrupted.addEventListener('abort', () => stream.destroy());
  }

  static open(
    [path, ...more]: readonly string[],
    { format, system }: FileOptions,
    interrupted: AbortSignal,
  ): ImportFile {
    if (path === undefined || more.length > 0) throw new UsageError('Name one file, or - for standard input.');
    const chosen = format ?? path.split('.').at(-1)?.toLowerCase() ?? '';
    if (!isFormat(chosen))
      throw new UsageError('Say what the file is: --format ndjson, --format csv or --from SYSTEM.');
    if (system.passwords !== undefined) closeSync(opened(system.passwords));
    const descriptor = path === '-' ? process.stdin.fd : opened(path);
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) throw new UsageError(`${path} is a folder.`);
    const stream = path === '-' ? process.stdin : createReadStream(path, { fd: descriptor });
    return new ImportFile(chosen, system, stats, stream, interrupted);
  }

  /** The size of the file in bytes. Undefined if the users come from a pipe. */
  get size(): number | undefined {
    return this.stats.isFile() ? this.stats.size : undefined;
  }

  users(): AsyncIterable<UserLine> {
    return formats[this.format](this.#chunks(), this.system);
  }

  async *#chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of this.stream as AsyncIterable<Buffer>) {
        this.readBytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      // If the import was interrupted, ends the stream without an error. All other errors are thrown.
      if (!this.interrupted.aborted) throw error;
    }
  }
}

function opened(path: string): number {
  try {
    return openSync(path, 'r');
  } catch {
    throw new UsageError(`${path} cannot be read.`);
  }
}

/** Maximum number of refused lines that are printed if they are not written to a file. */
const SHOWN = 20;

/**
 * Writes refused lines to a file that only its owner can read. If no file was given, prints the first ones to the
 * terminal.
 */
export class RefusedLines {
  #count = 0;

  private constructor(
    readonly file: string | undefined,
    private readonly descriptor: number | undefined,
  ) {}

  static open(file: string | undefined, input: Stats): RefusedLines {
    return new RefusedLines(file, file === undefined ? undefined : openedBeside(file, input));
  }

  add(told: RefusedLine | LeftBehind): void {
    this.#count += 1;
    if (this.descriptor !== undefined) writeSync(this.descriptor, `${JSON.stringify(told)}\n`);
    else if (this.#count <= SHOWN) tell('left' in told ? leftSentenceOf(told) : sentenceOf(told));
    else if (this.#count === SHOWN + 1) tell('… (--refused FILE keeps them all)');
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
  }
}

/**
 * Writes a line to stderr. On a terminal, the line overwrites the progress bar, which is later drawn again below it.
 */
const tell = (sentence: string) => process.stderr.write(`${process.stderr.isTTY ? CLEAR_LINE : ''}${sentence}\n`);

const sentenceOf = ({ line, errors }: RefusedLine): string =>
  `line ${line}: ${errors.map(({ pointer, detail }) => (pointer ? `${pointer}: ${detail}` : detail)).join(' ')}`;

const leftSentenceOf = ({ line, userId, left }: LeftBehind): string =>
  `line ${line}: ${userId} comes without ${left.join(', ')}`;

function openedBeside(file: string, input: Stats): number {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.dev === input.dev && there.ino === input.ino) throw new UsageError('--refused names the file to import.');
  try {
    return openSync(file, 'w', 0o600);
  } catch {
    throw new UsageError(`--refused names ${file}, which cannot be written.`);
  }
}

import { createReadStream, openSync, fstatSync, type Stats } from 'node:fs';
import type { Readable } from 'node:stream';
import { CalledWrongly } from '../../../shared/operations/command.js';
import { csvUsers, ndjsonUsers, type UserLine } from '../../services/import/user-lines.js';

const formats = { ndjson: ndjsonUsers, csv: csvUsers };
type Format = keyof typeof formats;

const isFormat = (name: string): name is Format => Object.hasOwn(formats, name);

/** The file to import, or standard input, and how much of it has been read. */
export class ImportFile {
  readBytes = 0;

  private constructor(
    private readonly format: Format,
    readonly stats: Stats,
    private readonly stream: Readable,
    private readonly interrupted: AbortSignal,
  ) {
    interrupted.addEventListener('abort', () => stream.destroy());
  }

  static open([path, ...more]: readonly string[], format: string | undefined, interrupted: AbortSignal): ImportFile {
    if (path === undefined || more.length > 0) throw new CalledWrongly('Name one file, or - for standard input.');
    const chosen = format ?? path.split('.').at(-1)?.toLowerCase() ?? '';
    if (!isFormat(chosen)) throw new CalledWrongly('Say what the file is: --format ndjson or --format csv.');
    const descriptor = path === '-' ? process.stdin.fd : opened(path);
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) throw new CalledWrongly(`${path} is a folder.`);
    const stream = path === '-' ? process.stdin : createReadStream(path, { fd: descriptor });
    return new ImportFile(chosen, stats, stream, interrupted);
  }

  /** Unknown of a pipe. */
  get size(): number | undefined {
    return this.stats.isFile() ? this.stats.size : undefined;
  }

  users(): AsyncIterable<UserLine> {
    return formats[this.format](this.#chunks());
  }

  async *#chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of this.stream as AsyncIterable<Buffer>) {
        this.readBytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      // A stream that is cut off fails for whoever reads it.
      if (!this.interrupted.aborted) throw error;
    }
  }
}

function opened(path: string): number {
  try {
    return openSync(path, 'r');
  } catch {
    throw new CalledWrongly(`${path} cannot be read.`);
  }
}

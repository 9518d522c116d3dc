import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Refused } from '@countersign/emrtd/verify';
import { UsageError } from '../../../shared/observability/index.js';
import { wordsOf } from './trust-words.js';

const MOST_BYTES = 8_000_000;

/**
 * Reads the file given on the command line. A relative path is resolved against the directory from which the command
 * was called, although npm runs commands in the project directory.
 */
export function fileGiven(given: readonly string[], env: NodeJS.ProcessEnv = process.env): Uint8Array {
  const [path, ...more] = given;
  if (path === undefined || more.length > 0) throw new UsageError('Name one file.');
  const calledFrom = env['npm_lifecycle_event'] === 'cli' ? (env['INIT_CWD'] ?? '.') : '.';
  const place = resolve(calledFrom, path);
  const stats = statSync(place, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new UsageError(`There is no file ${path}.`);
  if (stats.size > MOST_BYTES) throw new UsageError(wordsOf('too_large', path));
  return Uint8Array.from(readFileSync(place));
}

/** Returns the certificate fingerprint given on the command line. */
export function fingerprintGiven(given: readonly string[]): string {
  const [fingerprint = '', ...more] = given;
  if (!/^[0-9a-f]{64}$/.test(fingerprint) || more.length > 0)
    throw new UsageError('Name one fingerprint: 64 digits from 0 to f, as `idv chip-trust list` prints it.');
  return fingerprint;
}

/** Runs a command and returns its exit code. If the command refuses a file, this prints the reason and returns 1. */
export async function inWords(print: (line: string) => void, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    print(wordsOf(error.code, error.detail));
    return 1;
  }
}

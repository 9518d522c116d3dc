import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../src/development/postgres/embedded-postgres.js';
import { tempFolder } from './temp-folders.js';

/**
 * Creates a database once. The returned function copies it into a new folder, which is faster than creating another.
 */
export async function prepareData(): Promise<() => string> {
  const original = join(tempFolder(), 'data');
  await (await startEmbeddedPostgres({ dataDir: original })).stop();
  return () => {
    const copy = join(tempFolder(), 'data');
    execFileSync('cp', ['-a', original, copy]);
    return copy;
  };
}

import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { clusterOf, type Home } from './home.js';
import { own, run, syncFolder } from './operating-system.js';

const draftPrefix = 'cluster-draft-';

/**
 * Creates the folder of the database's files on the first start. It gets its final name when it is complete and synced.
 * Each draft has its own name, because the `initdb` of a killed start may still be writing when the next one begins.
 */
export async function prepareCluster(home: Home, binaries: Binaries, say: (text: string) => void): Promise<string> {
  const cluster = clusterOf(home.folder);
  if (existsSync(cluster)) return cluster;
  say('Creating the database (only once)');
  removeDrafts(home.folder);
  const draft = mkdtempSync(join(home.folder, draftPrefix));
  own(draft, home.account);
  try {
    await initialise(draft, home, binaries);
  } catch (cause) {
    removeDrafts(home.folder);
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The database cannot be created (set DATABASE_URL to use one of your own): ${why}`, { cause });
  }
  renameSync(draft, cluster);
  syncFolder(home.folder);
  return cluster;
}

async function initialise(draft: string, { account }: Home, { folder, major }: Binaries): Promise<void> {
  for (const [index, characters] of characterTypes.entries()) {
    const args = ['-D', draft, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', ...locale(major, characters)];
    try {
      await run(join(folder, 'initdb'), args, draft, account);
      return;
    } catch (error) {
      const unknown = error instanceof Error && error.message.includes('invalid locale name');
      if (!unknown || index === characterTypes.length - 1) throw error;
    }
  }
}

/**
 * Values for `--lc-ctype`. The first one that the system's C library has is used. Each classifies the letters of every
 * script.
 */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C.utf8', 'UTF-8'];

/**
 * Texts sort by their bytes, so that an index serves `LIKE 'prefix%'` and no update of a C library reorders it, while
 * lower, upper and ILIKE know all letters. PostgreSQL has this built in from version 17 on. pg_trgm and full-text
 * search still ask the C library what a letter is, hence `--lc-ctype`: with plain C they would see only ASCII.
 */
function locale(major: number, characters: string): string[] {
  const builtIn = major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  return [...builtIn, '--locale=C', `--lc-ctype=${characters}`];
}

function removeDrafts(home: string): void {
  for (const draft of readdirSync(home).filter((name) => name.startsWith(draftPrefix))) {
    rmSync(join(home, draft), { recursive: true, force: true, maxRetries: 3 });
  }
}

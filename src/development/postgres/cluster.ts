import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { clusterOf, type Home } from './home.js';
import { own, run, syncFolder } from './operating-system.js';

const draftPrefix = 'cluster-draft-';

/**
 * Creates the database's files on the first start, in a draft folder that is renamed when it is complete. Each draft
 * has its own name, because an `initdb` whose parent was killed may still be writing when the next start begins.
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

/** Names of UTF-8 locales for `--lc-ctype`, in the order in which they are tried. The names differ between systems. */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C.utf8', 'UTF-8'];

/**
 * Makes PostgreSQL sort strings by their bytes, so that an index can serve `LIKE 'prefix%'`, and an update of the C
 * library cannot corrupt an index. Since version 17, the built-in locale provider makes lower, upper and ILIKE handle
 * all letters. pg_trgm and full-text search use the locale in `--lc-ctype`, which is a UTF-8 locale, because with the
 * locale C they would recognise only ASCII letters.
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

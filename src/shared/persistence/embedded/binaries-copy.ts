import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { cp, open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { syncFolder } from './files.js';
import { repair } from './library-links.js';
import { type PostgresPackage } from './postgres-package.js';

/** Into the database's folder, which is ours alone and was checked to be. Complete once it has its final name. */
export async function copyOnce(from: PostgresPackage, home: string, say: (text: string) => void): Promise<string> {
  const copy = join(home, `programs-${from.version}`);
  if (existsSync(copy)) return copy;
  say('Copying the programs of the database to where its user can run them (only once)');
  for (const old of readdirSync(home).filter((name) => name.startsWith('programs-'))) {
    rmSync(join(home, old), { recursive: true, force: true });
  }
  const draft = mkdtempSync(join(home, 'programs-draft-'));
  await cp(from.native, draft, { recursive: true, verbatimSymlinks: true, filter: isNeededToRun });
  repair(draft);
  await openToAll(draft);
  renameSync(draft, copy);
  syncFolder(home);
  return copy;
}

const isNeededToRun = (path: string): boolean => !path.endsWith('.a') && basename(path) !== 'pkgconfig';

/** A disk takes many files at once much faster than one by one; but a process may have only so many open. */
const atOnce = 100;

async function openToAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name));
  paths.push(folder);
  while (paths.length > 0) await Promise.all(paths.splice(0, atOnce).map(openOne));
}

/** Whatever the installer's umask was, everybody may read; and a power failure leaves no empty program behind. */
async function openOne(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    const stats = await handle.stat();
    await handle.chmod(stats.isDirectory() || (stats.mode & 0o100) !== 0 ? 0o755 : 0o644);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

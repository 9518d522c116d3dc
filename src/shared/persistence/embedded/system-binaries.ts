import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Account } from './account.js';
import { type Binaries } from './binaries-found.js';
import { run } from './run.js';

/** Where distributions put them: a folder with one entry a version, and the way on from there. */
const places: readonly (readonly [parent: string, entry: RegExp, rest: string])[] = [
  ['/usr/lib/postgresql', /^\d+$/, 'bin'], // Debian, Ubuntu
  ['/usr/libexec', /^postgresql\d+$/, ''], // Alpine
  ['/usr', /^pgsql-\d+$/, 'bin'], // Red Hat, Fedora, SUSE
  ['/opt/homebrew/opt', /^postgresql@\d+$/, 'bin'],
  ['/usr/local/opt', /^postgresql@\d+$/, 'bin'],
];

/** Newest first. */
export async function findSystemBinaries(account: Account | undefined): Promise<Binaries[]> {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const folders = [...new Set([...places.flatMap(versionsIn), ...onPath])].filter(
    (folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')),
  );
  const found = await Promise.all(folders.map((folder) => askVersion(folder, account)));
  return found.filter((binaries) => binaries !== undefined).sort((a, b) => b.major - a.major);
}

function versionsIn([parent, entry, rest]: (typeof places)[number]): string[] {
  if (!existsSync(parent)) return [];
  const versions = readdirSync(parent).filter((name) => entry.test(name));
  return versions.map((name) => join(parent, name, rest));
}

/** Undefined for a program that does not run here, or has nothing to say that we understand. */
async function askVersion(folder: string, account: Account | undefined): Promise<Binaries | undefined> {
  const answer = await run(join(folder, 'postgres'), ['--version'], '/', account).catch(() => '');
  const major = Number.parseInt(/\(PostgreSQL\) (\d+)/.exec(answer)?.[1] ?? '', 10);
  return Number.isNaN(major) ? undefined : { folder, major };
}

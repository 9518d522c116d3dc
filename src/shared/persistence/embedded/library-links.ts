import { chmodSync, lstatSync, statSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { readIfThere } from './files.js';

/** What the package's install script would have done, had npm let it run; and npm may have lost the execute bits. */
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

import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { own, ownUid } from './account.js';
import { readIfThere, replaceFile } from './files.js';
import { type Home } from './home.js';
import { isTrusted } from './own-folder.js';

/** Only part of the socket's name: PostgreSQL listens on no network port. */
export const socketPort = 5432;

const socketFile = `.s.PGSQL.${socketPort}`;

/** What macOS grants an address, without its closing zero; Linux grants 107. */
const longestAddress = 103;

/** The socket is the only way in and asks for no password, so nobody else gets to its folder. */
export function prepareSocketFolder(home: Home): string {
  const inside = join(home.folder, 'socket');
  const folder = Buffer.byteLength(join(inside, socketFile)) <= longestAddress ? makeInside(inside) : shortFolder(home);
  chmodSync(folder, 0o700);
  own(folder, home.account);
  return folder;
}

/** Made anew: a killed server's lock names a process number that may be another's by now, and would refuse to start. */
function makeInside(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  return folder;
}

/** One that is remembered, so that killed servers do not leave more and more of them. */
function shortFolder(home: Home): string {
  const pointer = join(home.folder, 'socket.location');
  const known = readIfThere(pointer);
  if (known !== undefined && isTrusted(known, [home.account?.uid ?? ownUid()])) {
    for (const name of [socketFile, `${socketFile}.lock`]) rmSync(join(known, name), { force: true });
    return known;
  }
  const made = mkdtempSync('/tmp/countersign-');
  replaceFile(pointer, made);
  return made;
}

import { join } from 'node:path';
import { mayReach } from './account.js';
import { copyOnce } from './binaries-copy.js';
import { type Binaries } from './binaries-found.js';
import { errorCode } from './files.js';
import { type Home } from './home.js';
import { repair } from './library-links.js';
import { type PostgresPackage } from './postgres-package.js';

/** As it lies in node_modules where PostgreSQL's user can run it there, else a copy beside the database. */
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

import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { runsAsRoot } from './account.js';
import { errorCode } from './files.js';

/** An existing folder keeps its mode, the operator's choice; but root's empty one (`mktemp -d`) was made for us. */
export function makeFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true });
  if (made !== undefined || (runsAsRoot() && isTrusted(folder, [0]) && readdirSync(folder).length === 0)) {
    openToUs(folder);
  }
}

/** A folder that programs are run from: whoever could write to it would have us run his. */
export function makeOwnFolder(folder: string, owners: readonly number[]): void {
  try {
    mkdirSync(folder, 0o700);
    openToUs(folder);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    refuseForeign(folder, owners);
  }
}

export function refuseForeign(folder: string, owners: readonly number[]): void {
  if (!isTrusted(folder, owners)) {
    throw new Error(`${folder} cannot be trusted with the embedded database: not ours, or others may write to it`);
  }
}

/** `lstat`, so that a symbolic link to somewhere else is refused too. */
export function isTrusted(folder: string, owners: readonly number[]): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && owners.includes(found.uid) && (found.mode & 0o022) === 0;
}

/**
 * For root not 0700: PostgreSQL runs as somebody else, who must get through to its own folders. And not by the mode of
 * `mkdir`, from which the process's umask takes away.
 */
export const openToUs = (folder: string): void => chmodSync(folder, runsAsRoot() ? 0o711 : 0o700);

import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // ESRCH: a file in /proc whose process has ended between opening and reading.
    if (['ENOENT', 'ENOTDIR', 'ESRCH'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** False when the file exists already. By a link, so that nobody ever reads it half-written. */
export function createFile(path: string, content: string): boolean {
  const draft = writeDraft(path, content);
  try {
    return succeeds(() => linkSync(draft, path));
  } catch (error) {
    // File systems of Windows and of clouds have no links: there the file is empty for an instant.
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(errorCode(error) ?? '')) throw error;
    return succeeds(() => writeFileSync(path, content, { flag: 'wx' }));
  } finally {
    rmSync(draft, { force: true });
  }
}

function succeeds(create: () => void): boolean {
  try {
    create();
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

export function replaceFile(path: string, content: string): void {
  renameSync(writeDraft(path, content), path);
}

function writeDraft(path: string, content: string): string {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, content, { flag: 'wx', mode: 0o644, flush: true });
  return draft;
}

/** A new or renamed entry is on disk only when its folder is. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

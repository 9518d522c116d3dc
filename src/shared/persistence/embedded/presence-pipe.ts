import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { errorCode } from './files.js';

/**
 * A named pipe that its maker holds open for reading, for as long as it lives: the kernel refuses a writer where nobody
 * reads. So another container on the same volume, for which our process number means nothing, can see whether we live.
 */
export interface Presence {
  readonly name: string;
  end(): void;
}

/** Undefined where there are no containers (macOS), or no pipes: some file systems, images without `mkfifo`. */
export function announcePresence(folder: string): Presence | undefined {
  if (platform() !== 'linux') return undefined;
  const name = `alive-${randomUUID()}`;
  const path = join(folder, name);
  if (spawnSync('mkfifo', ['-m', '600', path]).status !== 0) return undefined;
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return {
    name,
    end: () => {
      closeSync(handle);
      rmSync(path, { force: true });
    },
  };
}

export function isPresent(folder: string, name: string): boolean {
  try {
    closeSync(openSync(join(folder, name), constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch (error) {
    // ENXIO: nobody reads. Anything else, such as a pipe that we may not open, does not prove its maker dead.
    return !['ENXIO', 'ENOENT'].includes(errorCode(error) ?? '');
  }
}

/** As read from a file: no path to somewhere else. */
export const isPresenceName = (name: unknown): name is string =>
  typeof name === 'string' && /^alive-[0-9a-f-]+$/.test(name);

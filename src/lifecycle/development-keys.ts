import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../shared/kernel/ids.js';
import { newRingEntry } from '../shared/security/sealing/keyring.js';
import { systemCode } from '../shared/security/tls/system-error.js';

/** The keys for data at rest that a developer need not give: made once, and then always the same. */
export function developmentKeys(folder: string): string {
  const path = join(folder, 'encryption-keys');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  makeKeys(path);
  return readFileSync(path, 'utf8').trim();
}

/** Written aside and linked into place, so that a kill leaves no half a key, and the first of two processes wins. */
function makeKeys(path: string): void {
  const draft = `${path}.${newId()}`;
  writeFileSync(draft, `${newRingEntry('development')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** Unlike what `mkdtemp` makes, one that another user may pass through, as root's PostgreSQL has to. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  chmodSync(folder, 0o711);
  made.push(folder);
  return folder;
}

/** Also what else a test has brought about. */
export const removeLater = (folder: string): number => made.push(folder);

export function removeTempFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/**
 * Makes a temporary folder that other users may enter, unlike `mkdtemp`: started by root, PostgreSQL runs as another
 * user.
 */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  chmodSync(folder, 0o711);
  made.push(folder);
  return folder;
}

/** Has another folder of a test removed at the end, too. */
export const removeLater = (folder: string): number => made.push(folder);

export function removeTempFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

import { open } from 'node:fs/promises';
import type { AuditTarget, StreamedLine } from './audit-target.js';

/** Appends one line per entry to a file. The file is opened for each batch, so log rotation may move it at any time. */
export class FileTarget implements AuditTarget {
  readonly name = 'file';

  constructor(private readonly path: string) {}

  async send(lines: readonly StreamedLine[]): Promise<number | undefined> {
    if (lines.length === 0) return undefined;
    const file = await open(this.path, 'a', 0o600);
    try {
      await file.appendFile(lines.map(({ text }) => `${text}\n`).join(''));
      await file.datasync();
    } finally {
      await file.close();
    }
    return lines.at(-1)?.number;
  }

  close(): void {
    // The file is not open between batches.
  }
}

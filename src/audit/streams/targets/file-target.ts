import { open, type FileHandle } from 'node:fs/promises';
import type { AuditTarget, StreamedLine } from './audit-target.js';

const NEWLINE = 0x0a;

/** Appends one line per entry to a file. The file is opened for each batch, so log rotation may move it at any time. */
export class FileTarget implements AuditTarget {
  readonly name = 'file';

  constructor(private readonly path: string) {}

  async send(lines: readonly StreamedLine[]): Promise<number | undefined> {
    if (lines.length === 0) return undefined;
    const file = await open(this.path, 'a+', 0o600);
    try {
      const text = lines.map((line) => `${line.text}\n`).join('');
      await file.appendFile((await endsWithinLine(file)) ? `\n${text}` : text);
      await file.datasync();
    } finally {
      await file.close();
    }
    return lines.at(-1)?.number;
  }

  close(): void {
    // Nothing to close: the file is open only while a batch is written.
  }
}

/** Whether an earlier batch was written only in part, for example because the disk was full. */
async function endsWithinLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== NEWLINE;
}

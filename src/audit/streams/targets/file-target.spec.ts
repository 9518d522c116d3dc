import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileTarget } from './file-target.js';

describe('A file of the audit log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-audit-file-'));
  const path = join(folder, 'audit.ndjson');
  afterAll(() => rmSync(folder, { recursive: true }));

  const line = (number: number) => ({
    ...{ number, at: '2026-01-01T00:00:00.000000Z', kind: 'testing.first', refused: false },
    text: `{"number":${number}}`,
  });

  it('has each entry on a line of its own, also after a batch that was written only in part', async () => {
    writeFileSync(path, '{"number":1}\n{"num'); // the disk was full
    expect(await new FileTarget(path).send([line(2)])).toBe(2);
    expect(await new FileTarget(path).send([line(3), line(4)])).toBe(4);
    expect(readFileSync(path, 'utf8').split('\n')).toEqual([
      '{"number":1}',
      '{"num',
      '{"number":2}',
      '{"number":3}',
      '{"number":4}',
      '',
    ]);
  });

  it('begins with its first entry', async () => {
    rmSync(path);
    await new FileTarget(path).send([line(1)]);
    expect(readFileSync(path, 'utf8')).toBe('{"number":1}\n');
  });
});

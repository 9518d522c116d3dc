import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GlyphNet } from '@countersign/identity-engine/training';

const run = promisify(execFile);

describe('npm run train-glyph-net', () => {
  it('makes weights that the reader loads, the same ones for the same seed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'glyph-net-'));
    const train = async (file: string, seed: string): Promise<Buffer> => {
      const out = join(folder, file);
      const few = ['--samples', '4', '--epochs', '1', '--seed', seed];
      await run(process.execPath, ['scripts/train-glyph-net.mjs', '--out', out, ...few]);
      return readFileSync(out);
    };
    try {
      const [one, same, other] = await Promise.all([train('one', '1'), train('same', '1'), train('other', '2')]);
      expect(() => new GlyphNet().load(one)).not.toThrow();
      expect(one.equals(same)).toBe(true);
      expect(one.equals(other)).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

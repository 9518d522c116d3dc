import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What `Dockerfile` copies into the image. */
let image: string;
beforeAll(() => {
  image = mkdtempSync(join(tmpdir(), 'countersign-image-'));
  for (const name of ['package.json', 'scripts']) cpSync(join(ROOT, name), join(image, name), { recursive: true });
  for (const name of ['dist', 'node_modules']) symlinkSync(join(ROOT, name), join(image, name));
});
afterAll(() => rmSync(image, { recursive: true }));

it('The image runs a command where none of the sources are', () => {
  const key = execFileSync(process.execPath, ['scripts/cli.mjs', 'keys', 'create'], { cwd: image, encoding: 'utf8' });
  expect(key).toMatch(/^\w+:[\w+/=]{44}\n$/);
});

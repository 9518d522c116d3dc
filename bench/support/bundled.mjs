import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { fromRoot } from '../../scripts/lib/root.mjs';

/** Bundles a TypeScript module and imports it. */
export async function bundled(source) {
  const folder = mkdtempSync(fromRoot('node_modules/.bench-'));
  try {
    const file = join(folder, 'bundled.mjs');
    await build({
      input: fromRoot(source),
      platform: 'node',
      external: ['sharp'],
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
      logLevel: 'warn',
      output: { file, format: 'esm' },
    });
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

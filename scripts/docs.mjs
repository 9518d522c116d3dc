import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildIfStale } from './lib/build.mjs';
import { formatted } from './lib/format.mjs';
import { guideFaults } from './lib/guide/checks/index.mjs';
import { guideSource } from './lib/guide/source.mjs';
import { fromRoot } from './lib/root.mjs';

/**
 * Writes the documents that are generated from the code. With --check, it only lists stale documents and faults of the
 * guide.
 */
await buildIfStale();
const { documents } = await import('./lib/documents/index.mjs');
const stale = [];
for (const { path, text, isFormatted } of documents) {
  const file = fromRoot(path);
  const current = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const written = await text(current);
  const wanted = isFormatted ? written : await formatted(path, written);
  if (wanted === current) continue;
  stale.push(path);
  if (process.argv.includes('--check')) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, wanted);
}

if (process.argv.includes('--check')) {
  const { knownWords } = await import('./lib/guide/checks/known-words.mjs');
  const faults = guideFaults(guideSource(), await knownWords());
  if (stale.length > 0) faults.unshift(`Stale: ${stale.join(', ')}. Run \`npm run docs\`.`);
  console.log(faults.length > 0 ? faults.join('\n') : 'Every document is up to date, and the guide has no fault.');
  if (faults.length > 0) process.exitCode = 1;
} else {
  console.log(stale.length > 0 ? `Written: ${stale.join(', ')}` : 'Every document is up to date.');
}

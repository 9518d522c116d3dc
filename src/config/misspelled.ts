import { settings } from './setting-table.js';
import type { Environment } from './settings.js';

const SHORTEST = 6;
const LONGEST = 64;
const MOST_WRONG = 2;

/** Variables that resemble our settings but belong to OpenSSL. */
const OF_OTHERS = ['SSL_CERT_FILE', 'SSL_CERT_DIR'];

interface Misspelled {
  readonly given: string;
  readonly meant: string;
}

/**
 * Finds environment variables that are not settings, but whose names are close to a setting's name. They are probably
 * misspelled settings.
 */
export function misspelledSettings(env: Environment): Misspelled[] {
  const names = Object.values(settings).flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
  const known = new Set([...names, ...OF_OTHERS]);
  return Object.keys(env)
    .filter((given) => given.length >= SHORTEST && given.length <= LONGEST && !known.has(given))
    .flatMap((given) => {
      const meant = nearest(given.toUpperCase(), names);
      return meant === undefined ? [] : [{ given, meant }];
    });
}

function nearest(given: string, names: readonly string[]): string | undefined {
  const near = names
    .filter((name) => Math.abs(name.length - given.length) <= MOST_WRONG)
    .map((name) => ({ name, wrong: lettersWrong(given, name) }))
    .filter(({ wrong }) => wrong <= MOST_WRONG);
  return near.sort((a, b) => a.wrong - b.wrong)[0]?.name;
}

/**
 * The edit distance: how many characters were added, left out or replaced. Swapping two adjacent characters counts as
 * one edit.
 */
function lettersWrong(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const [above = [], beyond] = [rows[i - 1], rows[i - 2]];
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const costs = [(above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1)];
      const isSwapped = j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped && beyond) costs.push((beyond[j - 2] ?? 0) + 1);
      row.push(Math.min(...costs));
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? Infinity;
}

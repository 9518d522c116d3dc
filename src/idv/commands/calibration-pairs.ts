import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { CalledWrongly } from '../../shared/operations/command.js';

export interface Pair {
  readonly one: string;
  readonly other: string;
  readonly same: boolean;
}

export interface Pairs {
  readonly files: readonly string[];
  /** Not kept in a list: a thousand pictures have half a million pairs. */
  readonly all: () => Iterable<Pair>;
}

const PICTURE = /\.(?:jpe?g|png|webp)$/i;
const MOST_BYTES = 64 * 2 ** 20;

export function pairsIn([folder, ...more]: readonly string[], list: string | undefined): Pairs {
  if (more.length > 0 || (folder === undefined) === (list === undefined)) {
    throw new CalledWrongly('Name one folder, or a list with --pairs.');
  }
  return list === undefined ? pairsOfFolder(folder ?? '') : pairsOfList(list);
}

/** Each folder within is a person. All pictures are paired with all others. */
function pairsOfFolder(folder: string): Pairs {
  const pictures = entriesOf(folder)
    .filter((name) => isFolder(join(folder, name)))
    .flatMap((person) => {
      const names = entriesOf(join(folder, person)).filter((name) => PICTURE.test(name));
      return names.map((name) => ({ person, file: join(folder, person, name) }));
    });
  if (pictures.length < 2) throw new CalledWrongly(`${folder} has no folders with pictures, one for each person.`);
  function* all(): Generator<Pair> {
    for (const [i, one] of pictures.entries()) {
      for (let j = i + 1; j < pictures.length; j++) {
        const other = pictures[j];
        if (other) yield { one: one.file, other: other.file, same: one.person === other.person };
      }
    }
  }
  return { files: pictures.map(({ file }) => file), all };
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    throw new CalledWrongly(`${folder} is no folder that can be read.`);
  }
}

function pairsOfList(list: string): Pairs {
  const from = dirname(resolve(list));
  const pairs = rowsOf(list).flatMap(([one = '', other = '', verdict = '', ...rest], i): Pair[] => {
    if (rest.length === 0 && one && other && (verdict === 'same' || verdict === 'different')) {
      return [{ one: resolve(from, one), other: resolve(from, other), same: verdict === 'same' }];
    }
    if (i === 0) return []; // a heading
    throw new CalledWrongly(`${list}, row ${i + 1}: expected fileA,fileB,same or fileA,fileB,different.`);
  });
  if (pairs.length === 0)
    throw new CalledWrongly(`${list} has no pairs: lines of fileA,fileB,same or fileA,fileB,different.`);
  const files = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))];
  const missing = files.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() !== true);
  if (missing !== undefined) throw new CalledWrongly(`${missing} is no file.`);
  return { files, all: () => pairs };
}

function rowsOf(list: string): string[][] {
  try {
    if (statSync(list).size > MOST_BYTES) throw new Error('too large');
    return parse(readFileSync(list), {
      bom: true,
      trim: true,
      record_delimiter: ['\r\n', '\n'],
      skip_empty_lines: true,
      relax_column_count: true,
    });
  } catch {
    throw new CalledWrongly(`--pairs names ${list}, which cannot be read.`);
  }
}

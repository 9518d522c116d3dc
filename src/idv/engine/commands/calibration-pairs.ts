import { accessSync, constants, readdirSync, readFileSync, statSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { UsageError } from '../../../shared/observability/index.js';
import { givenPath } from './picture-file.js';

export interface Pair {
  readonly one: string;
  readonly other: string;
  readonly same: boolean;
}

export interface Pairs {
  readonly files: readonly string[];
  /**
   * Yields the pairs one by one. A list of all pairs would be too long: a thousand pictures make half a million pairs.
   */
  readonly all: () => Iterable<Pair>;
}

const PICTURE = /\.(?:jpe?g|png|webp)$/i;
const MOST_BYTES = 64 * 2 ** 20;

export function pairsIn([folder, ...more]: readonly string[], list: string | undefined): Pairs {
  if (more.length > 0 || (folder === undefined) === (list === undefined)) {
    throw new UsageError('Name one folder, or a list with --pairs.');
  }
  return list === undefined ? pairsOfFolder(givenPath(folder ?? '')) : pairsOfList(givenPath(list));
}

/** Pairs every picture with every other. Each subfolder contains the pictures of one person. */
function pairsOfFolder(folder: string): Pairs {
  const pictures = entriesOf(folder)
    .filter((name) => isFolder(join(folder, name)))
    .flatMap((person) => {
      const files = entriesOf(join(folder, person)).map((name) => join(folder, person, name));
      return files.filter((file) => PICTURE.test(file) && !isFolder(file)).map((file) => ({ person, file }));
    });
  if (pictures.length < 2) throw new UsageError(`${folder} has no folders with pictures, one for each person.`);
  const files = readable(pictures.map(({ file }) => file));
  function* all(): Generator<Pair> {
    for (const [i, one] of pictures.entries()) {
      for (let j = i + 1; j < pictures.length; j++) {
        const other = pictures[j];
        if (other) yield { one: one.file, other: other.file, same: one.person === other.person };
      }
    }
  }
  return { files, all };
}

const isFolder = (path: string): boolean => statsOf(path)?.isDirectory() === true;
const isFile = (path: string): boolean => statsOf(path)?.isFile() === true;

/** Returns the file's properties, or `undefined` if it does not exist or is a broken or circular symbolic link. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Checks that all files are readable before the first picture is processed, because processing all of them may take
 * hours.
 */
function readable(files: readonly string[]): readonly string[] {
  for (const file of files) {
    if (!isFile(file)) throw new UsageError(`${file} is no file.`);
    try {
      accessSync(file, constants.R_OK);
    } catch {
      throw new UsageError(`${file} cannot be opened.`);
    }
  }
  return files;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    throw new UsageError(`${folder} is no folder that can be read.`);
  }
}

function pairsOfList(list: string): Pairs {
  const from = dirname(resolve(list));
  const pairs = rowsOf(list).flatMap(([one = '', other = '', verdict = '', ...rest], i): Pair[] => {
    if (rest.length === 0 && one && other && (verdict === 'same' || verdict === 'different')) {
      return [{ one: resolve(from, one), other: resolve(from, other), same: verdict === 'same' }];
    }
    const isHeading = i === 0 && ![one, other].some((name) => isFile(resolve(from, name)));
    if (isHeading) return [];
    throw new UsageError(`${list}, row ${i + 1}: expected fileA,fileB,same or fileA,fileB,different.`);
  });
  if (pairs.length === 0)
    throw new UsageError(`${list} has no pairs: lines of fileA,fileB,same or fileA,fileB,different.`);
  const files = readable([...new Set(pairs.flatMap(({ one, other }) => [one, other]))]);
  return { files, all: () => pairs };
}

function rowsOf(list: string): string[][] {
  try {
    const stats = statSync(list);
    if (!stats.isFile() || stats.size > MOST_BYTES) throw new Error('no list');
    return parse(readFileSync(list), {
      bom: true,
      trim: true,
      record_delimiter: ['\r\n', '\n'],
      skip_empty_lines: true,
      relax_column_count: true,
    });
  } catch {
    throw new UsageError(`--pairs names ${list}, which cannot be read.`);
  }
}

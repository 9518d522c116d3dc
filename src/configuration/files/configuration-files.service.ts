import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { type Document, isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseAllDocuments, visit } from 'yaml';
import { systemCode } from '../../shared/kernel/index.js';
import { BadReference, filledIn } from './references.js';
import type { FileEntry, FileFault, ReadFiles } from './file-entry.js';

const ENDING = /\.(?:ya?ml|json)$/;
const MOST_FILES = 1_000;
const MOST_BYTES = 16 * 1_048_576;
const MOST_ENTRIES = 20_000;
const MOST_FAULTS = 50;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads YAML and JSON files, and remembers the line of each value for error messages. */
@Injectable()
export class ConfigurationFiles {
  /** Reads one file, or all files in a folder and its subfolders, sorted by name. */
  read(path: string, lists: readonly string[], environment: Environment): ReadFiles {
    const [entries, faults]: [FileEntry[], FileFault[]] = [[], []];
    try {
      const files = filesAt(path);
      if (files.length === 0) faults.push(fault(path, 1, 'There is no file that ends in .yaml, .yml or .json.'));
      if (files.length > MOST_FILES) faults.push(fault(path, 1, `There are more than ${MOST_FILES} files.`));
      for (const file of files.slice(0, MOST_FILES)) readFile(file, { lists, environment, entries, faults });
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      faults.push(fault(path, 1, `Cannot be read (${systemCode(error)}).`));
    }
    if (entries.length > MOST_ENTRIES) faults.push(fault(path, 1, `There are more than ${MOST_ENTRIES} entries.`));
    return { entries, faults: faults.slice(0, MOST_FAULTS) };
  }
}

const fault = (file: string, line: number, detail: string, field?: string): FileFault => ({
  file,
  line,
  field,
  detail,
});

/**
 * Lists the files to read. Hidden files and folders are skipped: a volume that Kubernetes mounts contains hidden
 * folders with the same files.
 */
function filesAt(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !name.startsWith('.'));
  return names.sort().flatMap((name) => {
    const below = join(path, name);
    return statSync(below).isDirectory() ? filesAt(below) : ENDING.test(name) ? [below] : [];
  });
}

interface Reading {
  readonly lists: readonly string[];
  readonly environment: Environment;
  readonly entries: FileEntry[];
  readonly faults: FileFault[];
}

function readFile(file: string, reading: Reading): void {
  if (statSync(file).size > MOST_BYTES) {
    reading.faults.push(fault(file, 1, `The file is larger than ${MOST_BYTES} bytes.`));
    return;
  }
  const lines = new LineCounter();
  const documents = parseAllDocuments(readFileSync(file, 'utf8'), { lineCounter: lines, prettyErrors: false });
  if (!Array.isArray(documents)) return;
  for (const document of documents) readDocument({ ...reading, file, lines, document });
}

interface DocumentReading extends Reading {
  readonly file: string;
  readonly lines: LineCounter;
  readonly document: Document.Parsed;
}

function readDocument(reading: DocumentReading): void {
  const { file, lines, document, lists, faults } = reading;
  const lineAt = (offset = 0): number => Math.max(1, lines.linePos(offset).line);
  for (const { message, pos } of document.errors) faults.push(fault(file, lineAt(pos[0]), message));
  if (document.errors.length > 0 || document.contents === null) return;
  fillIn(reading, lineAt);
  const root = document.contents;
  if (!isMap(root)) {
    faults.push(fault(file, lineAt(rangeStart(root)), `Must be an object with the lists ${lists.join(', ')}.`));
    return;
  }
  for (const { key, value } of root.items) {
    const list = isScalar(key) ? String(key.value) : '';
    const line = lineAt(rangeStart(key));
    if (list === '$schema') continue;
    if (!lists.includes(list)) {
      faults.push(fault(file, line, `There is no list of this name. The lists are ${lists.join(', ')}.`, `/${list}`));
    } else if (isSeq(value)) {
      for (const item of value.items) addEntry(reading, list, item, lineAt);
    } else if (!isScalar(value) || value.value !== null) faults.push(fault(file, line, 'Must be a list.', `/${list}`));
  }
}

function fillIn({ document, environment, file, faults }: DocumentReading, lineAt: (offset?: number) => number): void {
  visit(document, {
    Scalar(position, node) {
      if (position === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return;
      try {
        node.value = filledIn(node.value, environment);
      } catch (error) {
        if (!(error instanceof BadReference)) throw error;
        faults.push(fault(file, lineAt(node.range?.[0]), error.message));
      }
    },
  });
}

function addEntry(
  { document, file, entries, faults }: DocumentReading,
  list: string,
  item: unknown,
  lineAt: (offset?: number) => number,
): void {
  const node = resolved(item, document);
  const line = lineAt(rangeStart(item));
  try {
    const value: unknown = isNode(node) ? node.toJS(document, { maxAliasCount: 100 }) : node;
    entries.push({ list, value, file, line, lineOf: (field) => lineAt(offsetOf(node, field, document)) });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    faults.push(fault(file, line, 'Too many aliases.'));
  }
}

const resolved = (node: unknown, document: Document.Parsed): unknown =>
  isNode(node) && 'resolve' in node ? node.resolve(document) : node;

/**
 * Returns the position of a field in its file. If the field is missing, returns the position of the innermost existing
 * object that should contain it.
 */
function offsetOf(entry: unknown, field: string, document: Document.Parsed): number | undefined {
  let [node, offset] = [entry, rangeStart(entry)];
  for (const name of field.split('/').slice(1).map(unescaped)) {
    node = resolved(node, document);
    const below: unknown = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === name)
      : isSeq(node)
        ? node.items[Number(name)]
        : undefined;
    if (below === undefined) break;
    offset = rangeStart(isPair(below) ? below.key : below) ?? offset;
    node = isPair(below) ? below.value : below;
  }
  return offset;
}

const rangeStart = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);
const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

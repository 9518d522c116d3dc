import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Encoding } from '../../shared/pages/index.js';

/**
 * The folders in which `npm run build` may have put the guide: beside the built program, or in `dist` when the program
 * runs from its sources.
 */
const FOLDERS = ['../../../guide/', '../../../dist/guide/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

const ENDINGS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

export interface GuideFile {
  readonly type: string;
  readonly isPage: boolean;
  /** The available encodings. Files that are already compressed, such as pictures, have only `identity`. */
  readonly encodings: readonly Encoding[];
  readonly read: (encoding: Encoding) => Buffer;
}

/**
 * The files of the built guide, listed at the first request and cached in memory. A requested path is only looked up in
 * the list of files and never used to access the disk, so no other file can be read.
 */
export class GuideFiles {
  readonly #folder = builtFolder();
  readonly #contents = new Map<string, Buffer>();
  #names: ReadonlySet<string> | undefined;

  /** Finds the file for a path below `/docs/guide`. Paths of pages have no file extension. */
  find(address: string): GuideFile | undefined {
    const names = (this.#names ??= new Set(this.#list()));
    const page = `${address === '' ? 'index' : address}.html`;
    const name = [page, address].find((one) => names.has(one) && !/\.(?:br|gz)$/.test(one));
    if (name === undefined || address.endsWith('.html')) return undefined;
    return {
      type: TYPES[extname(name)] ?? extname(name),
      isPage: name === page,
      encodings: names.has(`${name}.br`) ? ['br', 'gzip', 'identity'] : ['identity'],
      read: (encoding) => this.#read(name + ENDINGS[encoding]),
    };
  }

  #list(): string[] {
    const entries = readdirSync(this.#folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(this.#folder, join(parentPath, name)).replaceAll('\\', '/'));
  }

  #read(name: string): Buffer {
    const content = this.#contents.get(name) ?? readFileSync(join(this.#folder, name));
    this.#contents.set(name, content);
    return content;
  }
}

function builtFolder(): string {
  const found = FOLDERS.find((folder) => existsSync(join(folder, 'index.html')));
  if (found === undefined) throw new Error('The guide is not built: npm run build');
  return found;
}

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { html, type Html } from '../kernel/index.js';
import { brandMark, brandSheet } from './brand.js';

/**
 * The folders in which to look for the output of `web/`: beside the built program, or in `dist` if the program runs
 * from the sources.
 */
const FOLDERS = ['../../../web/', '../../../dist/web/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** The build writes two manifests. The second one is for self-contained pages, whose scripts import nothing. */
const MANIFESTS = ['manifest.json', 'self-contained.json'];

interface ManifestEntry {
  readonly file: string;
  readonly name: string;
  /** The keys of the entries that this entry imports statically, and of those that it imports dynamically. */
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  /** Other files that this entry loads, namely the scripts of workers. */
  readonly assets?: readonly string[];
}

interface WebAsset {
  readonly file: string;
  readonly integrity: string;
}

const ENCODINGS = { br: '.br', gzip: '.gz', identity: '' } as const;
export type Encoding = keyof typeof ENCODINGS;
export const encodings: Encoding[] = ['br', 'gzip', 'identity'];

/** The built scripts and styles, kept in memory so that requests do not wait for the disk. */
class BuiltAssets {
  readonly #folder = FOLDERS.find((folder) => existsSync(join(folder, 'manifest.json')));
  readonly #entries = this.#readManifest();
  readonly #manifest = Object.values(this.#entries);
  readonly #byName = new Map(this.#manifest.map(({ name, file }) => [name + extname(file), this.#assetIn(file)]));
  readonly #files = new Set(this.#manifest.flatMap(({ file, assets = [] }) => [file, ...assets]));
  readonly #contents = new Map<string, Buffer>();

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  named(name: string): WebAsset {
    const asset = this.#byName.get(name);
    if (!asset) throw new Error(`There is no ${name} among what the pages load`);
    return asset;
  }

  /**
   * Finds a built file. A request for a style sheet of another release gets the current one, because during a rolling
   * update a page and its style sheet may come from different processes.
   */
  find(file: string): { file: string; current: boolean } | undefined {
    if (this.#files.has(file)) return { file, current: true };
    const style = this.#byName.get(file.replace(/-[\w-]{8}\.css$/, '.css'));
    return style && { file: style.file, current: false };
  }

  /** The files of a script, of its static imports, and of its dynamic imports (one level deep). */
  allOf(script: string): string[] {
    const entry = this.#manifest.find(({ name, file }) => name + extname(file) === script);
    const later = (entry?.dynamicImports ?? []).flatMap((key) => this.#entries[key] ?? []);
    return [...new Set([entry, ...later].flatMap((one) => (one ? this.#filesOf(one) : [])))];
  }

  /** The static imports of a script, without the script itself. */
  importedBy(script: string): WebAsset[] {
    const entry = this.#manifest.find(({ name, file }) => name + extname(file) === script);
    return (entry ? this.#filesOf(entry) : []).slice(1).map((file) => this.#assetIn(file));
  }

  #filesOf({ file, imports = [] }: ManifestEntry): string[] {
    const imported = imports.flatMap((key) => this.#entries[key] ?? []);
    return [file, ...imported.flatMap((entry) => this.#filesOf(entry))];
  }

  textOf(name: string): string {
    return this.read(this.named(name).file, 'identity').toString('utf8');
  }

  read(file: string, encoding: Encoding): Buffer {
    const path = file + ENCODINGS[encoding];
    const content = this.#contents.get(path) ?? readFileSync(join(this.#folder ?? '', path));
    this.#contents.set(path, content);
    return content;
  }

  #readManifest(): Readonly<Record<string, ManifestEntry>> {
    if (this.#folder === undefined) throw new Error('The scripts and styles of the pages are not built: npm run build');
    const folder = this.#folder;
    const read = (name: string) =>
      JSON.parse(readFileSync(join(folder, name), 'utf8')) as Readonly<Record<string, ManifestEntry>>;
    return Object.assign({}, ...MANIFESTS.map(read)) as Readonly<Record<string, ManifestEntry>>;
  }

  #assetIn(file: string): WebAsset {
    const content = readFileSync(join(this.#folder ?? '', file));
    return { file, integrity: `sha384-${createHash('sha384').update(content).digest('base64')}` };
  }
}

let built: BuiltAssets | undefined;
export const builtAssets = (): BuiltAssets => (built ??= new BuiltAssets());

/**
 * A version in the URLs of the generated style sheets and symbols of brands. It changes when a release generates them
 * differently, so that browsers load them again.
 */
export const BRANDS_VERSION = createHash('sha256')
  .update(brandSheet('#5c7a3f') + brandMark('#5c7a3f'))
  .digest('hex')
  .slice(0, 8);

/** Creates the tags for scripts and styles of a page. */
export interface PageAssets {
  style(name: string): Html;
  script(name: string): Html;
  brandStyle(color: string): Html;
  /** The URL of the symbol for a brand without a logo. */
  mark(color: string): string;
}

/** The assets of the pages below one path: `new WebAssets('/service/assets').script('pages.js')`. */
export class WebAssets implements PageAssets {
  constructor(private readonly path: string) {}

  style(name: string): Html {
    return html`<link rel="stylesheet" href="${this.address(name)}" />`;
  }

  /** The path of a built file. */
  address(name: string): string {
    return `${this.path}/${builtAssets().named(name).file}`;
  }

  /**
   * The element for a script, with an integrity hash, so that a script of another release does not run. Every page
   * works without scripts.
   */
  script(name: string): Html {
    const { file, integrity } = builtAssets().named(name);
    return html`<script type="module" src="${this.path}/${file}" integrity="${integrity}"></script>`;
  }

  brandStyle(color: string): Html {
    return html`<link rel="stylesheet" href="${this.brandSheet(color)}" />`;
  }

  brandSheet(color: string): string {
    return this.#ofBrand('brand', color, 'css');
  }

  /** Preloads the modules that a script imports, so that the browser loads them in parallel with the script. */
  preloads(script: string): Html[] {
    return builtAssets()
      .importedBy(script)
      .map(
        ({ file, integrity }) =>
          html`<link rel="modulepreload" href="${this.path}/${file}" integrity="${integrity}" />`,
      );
  }

  /** The paths that a service worker caches: those of a script, the files that it loads, and a style sheet. */
  addresses(script: string, style: string): string[] {
    const files = [...builtAssets().allOf(script), builtAssets().named(style).file];
    return files.map((file) => `${this.path}/${file}`);
  }

  mark(color: string): string {
    return this.#ofBrand('mark', color, 'svg');
  }

  #ofBrand(what: string, color: string, type: string): string {
    return `${this.path}/${what}-${color.slice(1)}.${type}?v=${BRANDS_VERSION}`;
  }
}

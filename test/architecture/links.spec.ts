import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

const pagesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const pages = ['README.md', ...pagesBelow('docs'), ...pagesBelow('src')];
const ARCHITECTURE = 'docs/architecture.md';

/** The text without listings, in which brackets are code. */
const prose = (page: string): string => read(page).replace(/^```[^]*?^```$/gm, '');

interface Link {
  readonly text: string;
  readonly target: string;
  readonly anchor: string;
}

/** Links to files of this repository, and to headings of this or another page. */
function linksOf(page: string): Link[] {
  const found = [...prose(page).matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)];
  return found
    .filter(([, , address = '']) => !/^[a-z]+:/.test(address))
    .map(([, text = '', address = '']) => {
      const [path = '', anchor = ''] = address.split('#');
      return { text, target: path === '' ? page : join(dirname(page), path), anchor };
    });
}

/** As GitHub makes them. */
const anchorsOf = (page: string): string[] =>
  [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('Links', () => {
  it.each(pages)('lead to files and headings that are there: %s', (page) => {
    const broken = linksOf(page).filter(({ target, anchor }) => {
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== '' && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

describe('The page about the architecture', () => {
  it('names each file as it is called', () => {
    const files = linksOf(ARCHITECTURE).filter(({ target }) => target.startsWith('src/'));
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter(({ text, target }) => text !== basename(target))).toEqual([]);
  });

  it('names files and folders that are there', () => {
    const folders = readdirSync(ROOT).filter((name) => statSync(join(ROOT, name)).isDirectory());
    const named = [...read(ARCHITECTURE).matchAll(/`([\w./-]+)`/g)].map(([, path = '']) => path);
    const paths = named.filter((path) => folders.includes(path.split('/', 1)[0] ?? ''));
    expect(paths).toContain('src/application.ts');
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('names a file without its folder only where it has been named with it', () => {
    const files = linksOf(ARCHITECTURE).map(({ target }) => basename(target));
    const short = [...read(ARCHITECTURE).matchAll(/`([\w.-]+\.ts)`/g)].map(([, name]) => name);
    const unlinked = short.filter((name) => name !== 'contract.ts' && !files.includes(name ?? ''));
    expect(unlinked.map((name) => `Link ${name}, at least once, in docs/architecture.md`)).toEqual([]);
  });
});

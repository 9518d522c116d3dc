import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fromRoot } from '../root.mjs';
import { addressOf, GUIDE } from './addresses.mjs';
import { llmsFullTxt, llmsTxt, markdownOf } from './for-agents.mjs';
import { createHighlighter } from './highlight.mjs';
import { lastChanges } from './history.mjs';
import { createMarkdown } from './markdown.mjs';
import { pageHtml } from './page.mjs';
import { searchIndex } from './search.mjs';
import { guideSource, titleOfPage } from './source.mjs';

const OUT = fromRoot('dist/guide');
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
/** The file of the start page. The title of this page is a sentence, so the menu shows a shorter title. */
const FIRST = 'README.md';
const PICTURES = /\.(?:png|svg|jpe?g|webp)$/;

/**
 * Builds the guide of `docs` in the form in which the service's management API serves it at `/docs/guide`: HTML of each
 * page, the search index, and compressed forms. The scripts and styles of the pages must be built before.
 */
export async function buildGuide() {
  const source = guideSource();
  const [highlight, changedOn] = await Promise.all([createHighlighter(), lastChanges()]);
  const render = createMarkdown(highlight);
  const made = `${OUT}.new`;
  rmSync(made, { recursive: true, force: true });
  await Promise.all([...filesOf(source, render, changedOn)].map(([name, text]) => writePacked(join(made, name), text)));
  for (const name of readdirSync(fromRoot('docs'), { recursive: true }).filter((one) => PICTURES.test(one))) {
    write(join(made, name), readFileSync(fromRoot(`docs/${name}`)));
  }
  rmSync(OUT, { recursive: true, force: true });
  renameSync(made, OUT);
}

/** The text of each output file: pages in menu order, the page for unknown addresses, and the search index. */
function filesOf({ menu, pages, words }, render, changedOn) {
  const titleOf = (path) => titleOfPage(pages.get(path) ?? '', path);
  const entry = (path) => ({ address: addressOf(path), title: titleOf(path) });
  const inMenu = (path) => (path === FIRST ? { ...entry(path), title: 'What it is' } : entry(path));
  const listed = menu.map(({ title, pages: paths }) => ({ title, pages: paths.map(inMenu) }));
  const order = menu.flatMap((section) => section.pages);
  const guide = frameOf();
  const files = new Map();
  order.forEach((path, index) => {
    const env = { path, pages, repository: guide.repository };
    const html = render(pages.get(path) ?? '', env);
    const [before, after] = [order[index - 1], order[index + 1]].map((one) => one && inMenu(one));
    const page = { ...entry(path), ...env, html, menu: listed, before, after, changed: changedOn(path), guide };
    files.set(fileOf(path), pageHtml(page));
  });
  const markdown = (path) => markdownOf(pages.get(path) ?? '', { path, pages, repository: guide.repository });
  for (const path of order) files.set(fileOf(path).replace(/html$/, 'md'), markdown(path));
  files.set('llms.txt', llmsTxt({ menu, pages, titleOf }));
  files.set('llms-full.txt', llmsFullTxt({ menu, pages, markdown }));
  files.set('404.html', pageHtml({ title: 'No such page', html: NOT_FOUND, menu: listed, guide }));
  const sectionOf = (path) => menu.find((section) => section.pages.includes(path))?.title ?? '';
  files.set('search.json', searchIndex({ pages, sectionOf, titleOf, words }));
  return files;
}

const NOT_FOUND = `<h1>No such page</h1><p>The guide has no page at this address. Search for it, or begin at <a href="${GUIDE}">the first page</a>.</p>`;

const fileOf = (path) => `${addressOf(path).slice(GUIDE.length + 1) || 'index'}.html`;

/** Values that all pages share: asset tags, the logo, the release, and the repository's URL. */
function frameOf() {
  const { version, repository } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const url = typeof repository === 'string' ? repository : repository?.url;
  return {
    release: version,
    repository: url?.replace(/^git\+/, '').replace(/\.git$/, ''),
    assets: assetTags(),
    mark: MARK,
  };
}

const MARK =
  '<svg aria-hidden="true" width="30" height="30" viewBox="0 0 36 36"><rect width="36" height="36" rx="9" fill="#0e5c53"/><g fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"><path d="M8.5 19L13.2 23.7L20.5 13"/><path d="M17.5 22.2L19 23.7L27.5 13" opacity="0.62"/></g></svg>';

/** The theme is chosen before the first paint, so its script is not a (deferred) module. */
function assetTags() {
  const read = (name) => JSON.parse(readFileSync(fromRoot(`dist/web/${name}`), 'utf8'));
  const [shared, alone] = [read('manifest.json'), read('self-contained.json')];
  const [style, script, theme] = [shared['styles/guide.css'], shared['src/guide.ts'], alone['src/guide-theme.ts']];
  return [
    `<link rel="stylesheet" href="/docs/assets/${style.file}">`,
    `<script src="/docs/assets/${theme.file}" integrity="${integrityOf(theme.file)}"></script>`,
    `<script type="module" src="/docs/assets/${script.file}" integrity="${integrityOf(script.file)}"></script>`,
  ].join('\n');
}

const integrityOf = (file) =>
  `sha384-${createHash('sha384')
    .update(readFileSync(fromRoot(`dist/web/${file}`)))
    .digest('base64')}`;

async function writePacked(path, text) {
  write(path, text);
  const [br, gz] = await Promise.all([toBrotli(text, brotli), toGzip(text, { level: 9 })]);
  write(`${path}.br`, br);
  write(`${path}.gz`, gz);
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

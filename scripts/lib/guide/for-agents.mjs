import { addressOf, GUIDE, targetOf } from './addresses.mjs';

/** Sections that llms-full.txt contains in full: those that help to write programs. */
const IN_FULL = new Set(['Start', 'Concepts', 'Quick starts', 'Recipes', 'Reference']);
const FIRST = 'README.md';

const ABOUT = `# Countersign

> A backend that an enterprise runs itself: OpenID Connect sign-in, users, identity verification on hosted pages, and questions to a phone that are answered with a signature.

Start with the [quick starts](/docs/guide/quick-starts.md): each is one file with a program that runs. The API is described by \`/openapi.json\` of this server (\`/docs/api/auth/openapi.json\` for sign-in, \`/docs/api/mobile/openapi.json\` for phones). Add \`.md\` to the address of any page of the guide to get it as Markdown. All pages about programs in one file: [llms-full.txt](/llms-full.txt).
`;

/** The URL of the Markdown version of a page. */
export const markdownAddressOf = (path) => (path === FIRST ? `${GUIDE}/index.md` : `${addressOf(path)}.md`);

/** The Markdown of a page for coding agents: without comments, and its links refer to Markdown too. */
export function markdownOf(text, env) {
  const rewritten = outsideCode(withoutComments(text), (part) =>
    part.replace(/(\]\()([^)\s]+)(\))/g, (_link, before, href, after) => before + linkFrom(href, env) + after),
  );
  return `${rewritten.replace(/\n{3,}/g, '\n\n').trim()}\n`;
}

function linkFrom(href, { path, pages, repository }) {
  const target = targetOf(href, { path, pages, repository }) ?? href;
  const [address, anchor] = target.split('#');
  const page = [...pages.keys()].find((one) => addressOf(one) === address);
  if (page === undefined) return target;
  return markdownAddressOf(page) + (anchor === undefined ? '' : `#${anchor}`);
}

const withoutComments = (text) => outsideCode(text, (part) => part.replace(/<!--[^]*?-->\n?/g, ''));

const outsideCode = (text, change) =>
  text
    .split(/^( *```[^]*?^ *```$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');

/** llms.txt (https://llmstxt.org): every page with its first sentence, by section. */
export function llmsTxt({ menu, pages, titleOf }) {
  const entry = (path) => `- [${titleOf(path)}](${markdownAddressOf(path)})${aboutOf(pages.get(path) ?? '')}`;
  const sections = menu.map(({ title, pages: paths }) => `## ${titleFor(title)}\n\n${paths.map(entry).join('\n')}\n`);
  return [ABOUT, ...sections].join('\n');
}

/** By the convention of llms.txt, an agent may skip the section "Optional". */
const titleFor = (title) => (title === 'Decisions' ? 'Optional' : title);

/** The first sentence below the title, if a paragraph of text follows. */
function aboutOf(text) {
  const [, paragraph = ''] = /^# .+\n+([^\n#|<`:-][^\n]+)/m.exec(text) ?? [];
  const plain = paragraph.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/[*_]/g, '');
  const [sentence = ''] = /^.+?[.:](?=\s|$)/.exec(plain) ?? [];
  return sentence === '' ? '' : `: ${sentence.replace(/:$/, '.')}`;
}

/** llms-full.txt: all pages of the sections in `IN_FULL`, one after the other. */
export function llmsFullTxt({ menu, pages, markdown }) {
  const paths = menu.filter(({ title }) => IN_FULL.has(title)).flatMap((section) => section.pages);
  const texts = paths
    .filter((path) => pages.has(path))
    .map((path) => `<!-- ${markdownAddressOf(path)} -->\n\n${markdown(path)}`);
  return [ABOUT, ...texts].join('\n');
}

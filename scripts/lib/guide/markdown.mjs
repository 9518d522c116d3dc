import MarkdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';
import { targetOf } from './addresses.mjs';
import { diagramOf } from './diagrams/index.mjs';
import { placeholdersIn } from './highlight.mjs';
import { tabs } from './tabs.mjs';
import { escapeHtml, slugOf } from './text.mjs';

/** Marks where the page gets a form in which readers enter their own values for the placeholders in its code. */
export const VALUES_FORM = '<!-- values -->\n';

const MANY_COLUMNS = 4;
const COMMENT = /^\s*(?:<!--[^]*?-->\s*)+$/;

/**
 * Returns `render(text, { path, pages, repository })`, which makes HTML of a page. It stores in `env` the `headings`,
 * and the `values`: placeholders in angle brackets in the code.
 */
export function createMarkdown(highlight) {
  const markdown = new MarkdownIt({ html: true });
  markdown.use(withoutComments);
  markdown.use(tabs);
  markdown.use(links);
  markdown.use(tidyTables);
  markdown.use(cards);
  markdown.use(anchor, {
    level: [2, 3],
    slugify: slugOf,
    permalink: anchor.permalink.headerLink({ safariReaderFix: true, class: 'self' }),
  });
  markdown.core.ruler.push('headings', collectHeadings);
  markdown.core.ruler.push('values', collectValues);
  markdown.renderer.rules.fence = (tokens, index, _options, env) => fence(tokens[index], env, highlight);
  markdown.renderer.rules.table_open = (tokens, index) =>
    `<div class="table${tokens[index].meta.columns > MANY_COLUMNS ? ' wide' : ''}" tabindex="0"><table>\n`;
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  return (text, env) => markdown.render(text, env);
}

/** Removes HTML comments: they are for authors, and would separate code blocks that belong to one set of tabs. */
function withoutComments(markdown) {
  markdown.core.ruler.after('block', 'comments', (state) => {
    state.tokens = state.tokens.filter(({ type, content }) => type !== 'html_block' || !COMMENT.test(content));
  });
}

/**
 * Empty header cells become `td`. Alignment becomes a class, because the Content-Security-Policy forbids inline styles.
 * Wide tables get a class that keeps their cells from shrinking.
 */
function tidyTables(markdown) {
  markdown.core.ruler.push('tables', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'table_open') token.meta = { columns: columnsAt(tokens, index) };
      if (token.type === 'th_open' && tokens[index + 1].content === '') token.tag = tokens[index + 2].tag = 'td';
      const [, side] = /text-align:(\w+)/.exec(token.attrGet('style') ?? '') ?? [];
      if (side !== undefined) token.attrs = [['class', side]];
    }
  });
}

const columnsAt = (tokens, start) => {
  const end = tokens.findIndex(({ type }, at) => at > start && type === 'tr_close');
  return tokens.slice(start, end).filter(({ type }) => type === 'th_open').length;
};

/** Replaces links between files by links between URLs. A link without a URL becomes plain text. */
function links(markdown) {
  markdown.core.ruler.push('links', ({ tokens, env }) => {
    for (const { children } of tokens) resolveLinks(children ?? [], env);
  });
}

function resolveLinks(tokens, env) {
  const open = [];
  for (const token of tokens) {
    if (token.type === 'image') token.attrSet('src', targetOf(token.attrGet('src'), env));
    if (token.type === 'link_open') {
      const target = targetOf(token.attrGet('href'), env);
      open.push(target);
      if (target === undefined) Object.assign(token, { tag: 'span', attrs: [['class', 'file']] });
      else token.attrSet('href', target);
    }
    if (token.type === 'link_close' && open.pop() === undefined) token.tag = 'span';
  }
}

/** Shows a list as cards if every item begins with a bold link. */
function cards(markdown) {
  markdown.core.ruler.push('cards', ({ tokens }) => {
    for (const [index, list] of tokens.entries()) {
      if (list.type !== 'bullet_list_open') continue;
      const after = tokens.slice(index);
      const inside = after.slice(
        0,
        after.findIndex(({ type, level }) => type === 'bullet_list_close' && level === list.level),
      );
      const items = inside.filter(({ type, level }) => type === 'inline' && level === list.level + 3);
      if (items.length > 1 && items.every(beginsWithBoldLink)) list.attrJoin('class', 'cards');
    }
  });
}

function beginsWithBoldLink({ children }) {
  const [first, second] = children.filter(({ type, content }) => type !== 'text' || content !== '');
  return first.type === 'strong_open' && second.type === 'link_open';
}

function collectHeadings({ tokens, env }) {
  env.headings = tokens.flatMap((token, index) =>
    token.type === 'heading_open' && ['h2', 'h3'].includes(token.tag)
      ? [{ level: Number(token.tag[1]), slug: token.attrGet('id'), title: plain(tokens[index + 1]) }]
      : [],
  );
}

/** Collects the placeholders in code, and inserts a marker for their form before the first code block that has one. */
function collectValues({ tokens, env, Token }) {
  const valuesIn = ({ type, content, children }) => {
    if (type === 'tabs') return children.flatMap(valuesIn);
    return type === 'fence' ? placeholdersIn(content).map(({ name }) => name) : [];
  };
  env.values = [...new Set(tokens.flatMap(valuesIn))];
  if (env.values.length === 0) return;
  const first = tokens.findIndex((token) => valuesIn(token).length > 0);
  const place = tokens.findLastIndex(({ level, nesting }, at) => at <= first && level === 0 && nesting !== -1);
  tokens.splice(place, 0, Object.assign(new Token('html_block', '', 0), { content: VALUES_FORM }));
}

export const plain = ({ children }) =>
  children
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');

function fence({ info, content }, env, highlight) {
  const [language = ''] = info.trim().split(/\s+/);
  if (language === 'mermaid') {
    env.diagrams = (env.diagrams ?? 0) + 1;
    return diagramOf(content, `diagram-${env.diagrams}`);
  }
  const code = highlight(content.trimEnd(), language.toLowerCase());
  return `<div class="code" data-language="${escapeHtml(language)}">${code}<button type="button" class="copy" hidden>Copy</button></div>\n`;
}

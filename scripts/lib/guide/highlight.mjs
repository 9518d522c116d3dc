import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { escapeHtml } from './text.mjs';

/** By their names in Shiki. What a page calls otherwise is below. */
const LANGUAGES = {
  apache: () => import('shiki/langs/apache.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  http: () => import('shiki/langs/http.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  shellscript: () => import('shiki/langs/shellscript.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
};
const ALIASES = {
  ...{ bash: 'shellscript', sh: 'shellscript', shell: 'shellscript', console: 'shellscript' },
  ...{ js: 'javascript', mjs: 'javascript', ts: 'typescript', py: 'python', cs: 'csharp', 'c#': 'csharp', yml: 'yaml' },
};

/** Values that readers put in their own for: `<your client id>`. */
const PLACEHOLDER = /<(your [\w -]+)>/g;

/** A function that makes HTML of code. Colours are classes, because the policy of the pages allows no style in them. */
export async function createHighlighter() {
  const theme = createCssVariablesTheme({ variablePrefix: '--' });
  const langs = [];
  for (const load of Object.values(LANGUAGES)) langs.push(await load()); // one by one: they import each other
  const shiki = await createHighlighterCore({
    themes: [theme],
    langs,
    engine: createOnigurumaEngine(import('shiki/wasm')),
  });
  return (code, name) => {
    const lang = ALIASES[name] ?? name;
    if (!(lang in LANGUAGES)) return `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>`;
    const options = {
      lang,
      theme: theme.name,
      tokenizeTimeLimit: 0, // a limit would make other pages on a busy machine
      transformers: [classes],
      decorations: placeholdersIn(code).map(decorated),
    };
    return shiki.codeToHtml(code, options);
  };
}

export const placeholdersIn = (code) =>
  [...code.matchAll(PLACEHOLDER)].map(({ 0: all, 1: name, index }) => ({
    name,
    start: index,
    end: index + all.length,
  }));

const decorated = ({ name, start, end }) => ({ start, end, properties: { class: 'value', 'data-value': name } });

/** `color:var(--token-keyword)` becomes the class `t-keyword`; text without a colour of its own needs none. */
const classes = {
  pre: (node) => {
    node.properties = { tabindex: '0' };
  },
  span: (node) => {
    const [, kind] = /--token-([\w-]+)/.exec(node.properties.style ?? '') ?? [];
    delete node.properties.style;
    if (kind !== undefined) node.properties.class = `t-${kind}`;
  },
  line: (node) => {
    delete node.properties.class;
  },
};

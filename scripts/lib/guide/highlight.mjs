import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { escapeHtml } from './text.mjs';

/** Languages by their Shiki names; other names used on pages are in `ALIASES`. */
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

/** Values that readers replace with their own: `<your client id>`. */
const PLACEHOLDER = /<(your [\w -]+)>/g;

/**
 * Returns a function that highlights code as HTML. Colours are classes, because the Content-Security-Policy forbids
 * inline styles.
 */
export async function createHighlighter() {
  const theme = createCssVariablesTheme({ variablePrefix: '--' });
  const langs = [];
  // One after the other, because the language modules import each other.
  for (const load of Object.values(LANGUAGES)) langs.push(await load());
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
      tokenizeTimeLimit: 0, // no time limit, because on a busy machine some code would be left without colours
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

/**
 * Turns the style `color:var(--token-keyword)` into the class `t-keyword`. Text in the default colour gets no class.
 */
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

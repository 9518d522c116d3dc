import { escapeHtml } from './text.mjs';

const TITLE = /\btitle=(?:"([^"]+)"|(\S+))/;

/** The title in the info string of a code block: ` ```js title=Node `, or `title="Node 20"`. */
export function titleOf(info) {
  const [, quoted, plain] = TITLE.exec(info) ?? [];
  return quoted ?? plain;
}

/** Blocks of code with titles that follow each other become one block with tabs. */
export function tabs(markdown) {
  markdown.core.ruler.push('tabs', (state) => {
    state.tokens = runsOf(state.tokens).flatMap((run) => (run.length > 1 ? [listOf(run, state)] : run));
  });
  markdown.renderer.rules.tabs = (tokens, index, options, env, self) => {
    const { children, meta } = tokens[index];
    const labels = children.map(({ info }) => titleOf(info));
    const buttons = labels.map((label, at) => tabOf(label, `${meta.id}-${at}`, at === 0));
    const panels = children.map((_fence, at) =>
      panelOf(labels[at], `${meta.id}-${at}`, self.rules.fence(children, at, options, env, self)),
    );
    return `<div class="tabs"><div class="tablist" role="tablist" aria-label="Language" hidden>${buttons.join('')}</div>${panels.join('')}</div>\n`;
  };
}

/** Groups consecutive code blocks with a title; every other token is a group of its own. */
function runsOf(tokens) {
  const runs = [];
  for (const token of tokens) {
    const last = runs.at(-1);
    const isTitled = token.type === 'fence' && titleOf(token.info) !== undefined;
    if (isTitled && last?.isTitled && last[0].level === token.level) last.push(token);
    else runs.push(Object.assign([token], { isTitled }));
  }
  return runs;
}

function listOf(fences, state) {
  const token = new state.Token('tabs', '', 0);
  state.env.tabs = (state.env.tabs ?? 0) + 1;
  return Object.assign(token, { block: true, children: [...fences], meta: { id: `code-${state.env.tabs}` } });
}

const tabOf = (label, id, isFirst) =>
  `<button type="button" role="tab" id="${id}-tab" aria-controls="${id}" aria-selected="${isFirst}"${isFirst ? '' : ' tabindex="-1"'}>${escapeHtml(label)}</button>`;

/** Without JavaScript all panels are shown, each below its title. */
const panelOf = (label, id, html) =>
  `<div class="panel" id="${id}" data-title="${escapeHtml(label)}"><p class="panel-title">${escapeHtml(label)}</p>${html}</div>`;

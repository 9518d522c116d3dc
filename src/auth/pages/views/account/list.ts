import { html, type Html } from '../../../../shared/kernel/html.js';
import { hidden } from '../../../../shared/pages/parts.js';
import type { Words } from '../../words/en.js';
import { filled } from '../../../../shared/pages/words/languages.js';
import { accountForm, type AccountView } from './account-frame.js';

/** More than that are shown when they are asked for. */
const SHOWN = 5;

interface Section {
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
}

/** A part of the page, which those who hear it can go to by its name. */
export const section = ({ id, title, lead }: Section, inner: Html): Html =>
  html`<section class="panel" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${lead === undefined ? '' : html`<p class="lead">${lead}</p>`} ${inner}
  </section>`;

/** `current`: the place of one that is being changed, and so has to be seen. */
export function list(words: Words, items: readonly Html[], current = 0): Html {
  const few = items.length <= SHOWN + 1;
  const rest = items.slice(SHOWN);
  if (few) return things(items);
  return html`${things(items.slice(0, SHOWN))}
    <details class="rest" ${current < SHOWN ? '' : html`open`}>
      <summary>${filled(words.showMore, { count: String(rest.length) })}</summary>
      ${things(rest)}
    </details>`;
}

const things = (items: readonly Html[]): Html =>
  html`<ul class="things">
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`;

export const none = (text: string): Html => html`<p class="none">${text}</p>`;

/** By their names, since people who hear the page go from button to button. */
export const removal = (view: AccountView, what: 'passkey' | 'device', id: string, name: string): Html =>
  accountForm(
    view,
    `${what}s/remove`,
    html`${hidden(what, id)}<button class="plain" aria-label="${filled(view.language.words.removeNamed, { name })}">
        ${view.language.words.remove}
      </button>`,
  );

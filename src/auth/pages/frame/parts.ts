import { html, Html } from '../../../shared/kernel/html.js';
import type { Words } from '../words/en.js';

export const NOTHING = html``;

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password';
  readonly autocomplete: string;
  readonly value?: string;
  readonly hint?: string;
  readonly wrong?: string | undefined;
  readonly code?: boolean;
  readonly focus?: boolean;
  readonly longest?: number;
}

/** A labelled field. What is wrong with it, and what it wants, are read out with it. */
export function field({
  name,
  label,
  type = 'text',
  autocomplete,
  value = '',
  hint,
  wrong,
  code,
  focus,
  longest = 300,
}: Field): Html {
  const about = [...(wrong ? [`${name}-wrong`] : []), ...(hint ? [`${name}-hint`] : [])].join(' ');
  return html`<div>
    <label for="${name}">${label}</label>
    <div class="entry">
      <input
        class="text${code ? ' code' : ''}"
        id="${name}"
        name="${name}"
        type="${type}"
        value="${value}"
        required
        autocomplete="${autocomplete}"
        autocapitalize="none"
        autocorrect="off"
        spellcheck="false"
        dir="auto"
        maxlength="${longest}"
        ${about ? html`aria-describedby="${about}"` : ''}
        ${wrong ? html`aria-invalid="true"` : ''}
        ${focus ? html`autofocus` : ''}
      />
    </div>
    ${wrong ? html`<p class="wrong" id="${name}-wrong">${wrong}</p>` : ''}
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
  </div>`;
}

/** What went wrong, at the top, where it is heard and seen first. */
export const alert = (words: Words, text: string): Html =>
  html`<div class="note bad" role="alert" tabindex="-1"><strong>${words.problem}</strong>${text}</div>`;

export const said = (text: string): Html => html`<p class="note good" role="status">${text}</p>`;

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** A sentence with a gap, and what fills it set apart. */
export function emphasised(sentence: string, gap: string, value: string): Html {
  const [before = '', after = ''] = sentence.split(`{${gap}}`);
  return html`${before}<strong dir="auto">${value}</strong>${after}`;
}

export const icon = (path: string): Html =>
  new Html(
    `<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.7" ` +
      `stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
  );

export const CHECK = icon('<path d="M4 10.5l4 4 8-9"/>');
export const KEY = icon('<circle cx="7" cy="8" r="3.5"/><path d="M10 10.5l6.5 6.5M14 14.5l1.8-1.8"/>');

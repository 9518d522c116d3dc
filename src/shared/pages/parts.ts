import { html, Html } from '../kernel/index.js';
import type { FrameWords } from './words/en.js';
import { type Language, longDate } from './words/languages.js';
import { renderSVG } from 'uqr';

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
  /** The minimum number of characters. If scripts are enabled, the field shows how many have been typed. */
  readonly least?: { readonly characters: number; readonly words: FrameWords };
}

/** A labelled field. Screen readers also read its error and its hint. */
export function field(wanted: Field): Html {
  const {
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
    least,
  } = wanted;
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
        ${least ? counting(least) : ''}
      />
    </div>
    ${wrong ? html`<p class="wrong" id="${name}-wrong">${wrong}</p>` : ''}
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
  </div>`;
}

const counting = ({ characters, words }: NonNullable<Field['least']>): Html => {
  const count = words.characters.replace('{least}', String(characters));
  return html`data-least="${characters}" data-count="${count}" data-enough="${words.longEnough}"`;
};

/** The error message at the top of a page, where users see it first and screen readers read it first. */
export const alert = (words: FrameWords, text: string): Html =>
  html`<div class="note bad" role="alert" tabindex="-1"><strong>${words.problem}</strong> ${text}</div>`;

/** The confirmation of an action. Screen readers announce it first, as they do an error. */
export const confirmation = (text: string): Html => html`<p class="note good" role="status" tabindex="-1">${text}</p>`;

export const notice = (text: string): Html => html`<p class="note" role="status">${text}</p>`;

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

type Parts = readonly [before: string, after: string];

const around = (sentence: string, gap: string): Parts => {
  const [before = '', after = ''] = sentence.split(`{${gap}}`);
  return [before, after];
};

/** Replaces the placeholder `{gap}` in a sentence with an emphasised value. */
export function emphasised(sentence: string, gap: string, value: string): Html {
  const [before, after] = around(sentence, gap);
  return html`${before}<strong dir="auto">${value}</strong>${after}`;
}

/**
 * Replaces the placeholder `{gap}` with a name, isolated so that its text direction does not change that of the
 * sentence.
 */
export function named(sentence: string, gap: string, value: string): Html {
  const [before, after] = around(sentence, gap);
  return html`${before}<bdi>${value}</bdi>${after}`;
}

/**
 * Replaces the placeholder `{date}` with a date. A script converts it to the browser's time zone; `exact` adds the time
 * of day.
 */
export function dated(sentence: string, date: Date, language: Pick<Language, 'locale'>, exact = false): Html {
  const [before, after] = around(sentence, 'date');
  const day = longDate(language, date);
  const time = html`<time datetime="${date.toISOString()}" ${exact ? html`data-exact="true"` : ''}>${day}</time>`;
  return html`${before}${time}${after}`;
}

const icon = (path: string, size = 20): Html =>
  new Html(
    `<svg width="${size}" height="${size}" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.7" ` +
      `stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
  );

const CHECK_PATH = '<path d="M4 10.5l4 4 8-9"/>';

export const CHECK = icon(CHECK_PATH);
export const KEY = icon('<circle cx="7" cy="8" r="3.5"/><path d="M10 10.5l6.5 6.5M14 14.5l1.8-1.8"/>');

/** The symbols of messages. They are decorative: the text of the message is complete without them. */
export const symbols = {
  done: icon(CHECK_PATH, 26),
  wait: icon('<circle cx="10" cy="10" r="7.2"/><path d="M10 6v4.3l2.8 1.7"/>', 26),
  stop: icon('<circle cx="10" cy="10" r="7.2"/><path d="M10 6.2v4.6M10 13.7v.1"/>', 26),
} as const;

/**
 * A QR code, always dark on light, even in dark mode, because some scanners cannot read inverted codes. The page also
 * shows the content as text.
 */
export const qrCode = (text: string): Html =>
  new Html(renderSVG(text, { border: 2 }).replace('<svg ', '<svg aria-hidden="true" '));

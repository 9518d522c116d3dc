import { html, type Html } from '../../../shared/kernel/html.js';
import { symbols } from '../frame/icons.js';

export interface MessageView {
  readonly symbol: keyof typeof symbols;
  readonly title: string;
  readonly text: string;
  readonly calm?: string | undefined;
  readonly link?: { readonly url: string; readonly text: string } | undefined;
  readonly details?: { readonly title: string; readonly lines: readonly string[] } | undefined;
}

/** A page that says something, and at best where to go on. */
export const messageView = ({ symbol, title, text, calm, link, details }: MessageView): Html => html`
  <div class="symbol ${symbol}">${symbols[symbol]}</div>
  <h1>${title}</h1>
  <p class="lead">${text}</p>
  ${calm === undefined ? '' : html`<p class="lead">${calm}</p>`}
  ${link === undefined ? '' : html`<div class="actions"><a class="button" href="${link.url}">${link.text}</a></div>`}
  ${
    details === undefined
      ? ''
      : html`<details class="support">
          <summary>${details.title}</summary>
          ${details.lines.map((line) => html`<code dir="ltr">${line}</code>`)}
        </details>`
  }
`;

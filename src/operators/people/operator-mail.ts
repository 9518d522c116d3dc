import { html } from '../../shared/kernel/index.js';

/** Part of a mail: a paragraph, a link on its own line, or a list with a title. */
type Part = string | { readonly link: string } | { readonly title: string; readonly items: readonly string[] };

/** A mail to an operator. It is in English only. */
export const operatorMail = (purpose: string, subject: string, parts: readonly Part[]) => ({
  purpose,
  language: 'en',
  subject,
  text: `${parts.map(plain).join('\n\n')}\n`,
  html: html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body>
        ${parts.map(marked)}
      </body>
    </html>`.text,
});

function plain(part: Part): string {
  if (typeof part === 'string') return part;
  if ('link' in part) return `    ${part.link}`;
  return [`${part.title}:`, ...part.items.map((item) => `- ${item}`)].join('\n');
}

function marked(part: Part) {
  if (typeof part === 'string') return html`<p>${part}</p>`;
  if ('link' in part) return html`<p><a href="${part.link}">${part.link}</a></p>`;
  return html`<h2>${part.title}</h2>
    <ul>
      ${part.items.map((item) => html`<li>${item}</li>`)}
    </ul>`;
}

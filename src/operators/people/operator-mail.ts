import { html } from '../../shared/kernel/index.js';

/** A part of a mail: a paragraph, a link on a line of its own, or a list with a title. */
type Part = string | { readonly link: string } | { readonly title: string; readonly items: readonly string[] };

/** Creates a mail to an operator, in English only. */
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

/** Creates the mail that invites an operator. Its link can be used once. */
export function invitationMail(brand: string, link: string) {
  const subject = `You are invited to the console of ${brand}.`;
  return operatorMail('operators/invitation', subject, [
    subject,
    'Open this link at your desk within a day. You will make a passkey there, by which you sign in from then on:',
    { link },
    'The link works once. If you did not expect this mail, tell the owner of the console, and do not open it.',
  ]);
}

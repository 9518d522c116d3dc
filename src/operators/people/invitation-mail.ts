import { html } from '../../shared/kernel/index.js';

/** Operators read English, so far. The link is good once. */
export function invitationMail(brand: string, link: string) {
  const lines = [
    `You are invited to the console of ${brand}.`,
    'Open this link at your desk within a day. You will make a passkey there, by which you sign in from then on:',
    'The link works once. If you did not expect this mail, tell the owner of the console, and do not open it.',
  ] as const;
  const [subject, ...body] = lines;
  return {
    purpose: 'operators/invitation',
    language: 'en',
    subject,
    text: `${subject}\n\n${body[0]}\n\n    ${link}\n\n${body[1]}\n`,
    html: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>${subject}</title>
        </head>
        <body>
          <p>${subject}</p>
          <p>${body[0]}</p>
          <p><a href="${link}">${link}</a></p>
          <p>${body[1]}</p>
        </body>
      </html>`.text,
  };
}

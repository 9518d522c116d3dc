import { html } from '../../shared/kernel/index.js';
import type { Message } from '../contract/message-sender.port.js';
import { type LetterLanguage, letterWords } from './letter.words.js';

/** The sender and the recipient of a mail. */
export interface LetterFacts {
  readonly language: LetterLanguage;
  readonly firstName: string | null;
  readonly enterprise: string;
  readonly brand: string;
}

/**
 * The text of a mail. In the HTML, names are isolated, so that their text direction does not affect the text around
 * them.
 */
export interface LetterText {
  readonly subject: (enterprise: string) => string;
  readonly before: readonly ((enterprise: string) => string)[];
  /** A code on a line of its own, so that the reader can copy it easily. */
  readonly code?: string;
  readonly after: readonly ((enterprise: string) => string)[];
}

export type Letter = Pick<Message, 'language' | 'subject' | 'text' | 'html' | 'code'>;

/** Creates a mail without links, because mails that ask for a click look like phishing. */
export const letter = (facts: LetterFacts, text: LetterText): Letter => ({
  language: facts.language,
  subject: text.subject(facts.enterprise),
  text: plain(facts, text),
  html: styled(facts, text),
  ...(text.code !== undefined && { code: text.code }),
});

/**
 * Returns the first name for the greeting if it looks like a name. Otherwise an attacker could enrol a stranger's
 * address with the first name "Visit example.com now" and make us send that.
 */
const greetable = (name: string | null): string | undefined =>
  name !== null && /^[\p{L}\p{M}]+(?:[ '’-][\p{L}\p{M}]+){0,3}$/u.test(name) && name.length <= 40 ? name : undefined;

function plain({ language, firstName, enterprise, brand }: LetterFacts, { before, code, after }: LetterText): string {
  const words = letterWords[language];
  return [
    words.greeting(greetable(firstName)),
    ...before.map((say) => say(enterprise)),
    ...(code === undefined ? [] : [`    ${code}`]),
    ...after.map((say) => say(enterprise)),
    `-- \n${brand === enterprise ? words.sender(brand) : words.senderFor(brand, enterprise)}\n`,
  ].join('\n\n');
}

/** Isolates the text direction of a name with U+2068 and U+2069. */
const apart = (name: string): string => `\u2068${name}\u2069`;

const PAGE =
  'margin:0;padding:24px;background:#f3f4f6;color:#1f2328;font:16px/1.55 system-ui,Segoe UI,Arial,sans-serif';
const CARD = 'max-width:34em;margin:0 auto;padding:32px;background:#fff;border:1px solid #e3e5e8;border-radius:12px';
const CODE =
  'margin:24px 0;padding:16px;background:#f3f4f6;border-radius:8px;text-align:center;' +
  'font:600 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px';
const SMALL = 'margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e3e5e8;color:#656d76;font-size:14px';

function styled(facts: LetterFacts, { subject, before, code, after }: LetterText): string {
  const words = letterWords[facts.language];
  const name = greetable(facts.firstName);
  const [brand, enterprise] = [apart(facts.brand), apart(facts.enterprise)];
  const sender = brand === enterprise ? words.sender(brand) : words.senderFor(brand, enterprise);
  const said = (say: (enterprise: string) => string) => html`<p>${say(enterprise)}</p>`;
  return html`<!doctype html>
    <html lang="${facts.language}" dir="${words.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${subject(facts.enterprise)}</title>
      </head>
      <body style="${PAGE}">
        <div style="${CARD}">
          <p style="margin-top:0">${words.greeting(name === undefined ? undefined : apart(name))}</p>
          ${before.map(said)} ${code === undefined ? '' : html`<p dir="ltr" style="${CODE}">${code}</p>`}
          ${after.map(said)}
          <p style="${SMALL}">${sender}</p>
        </div>
      </body>
    </html>`.text;
}

import { html } from '../../shared/kernel/index.js';
import { CODE_DAYS } from './activation-code.js';
import { activationWords, type ActivationWords } from './activation-mail.words.js';

export interface ActivationMail {
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface ActivationFacts {
  readonly code: string;
  readonly language: string;
  readonly firstName: string | null;
  readonly enterprise: string;
  readonly brand: string;
}

/** The mail has no link, because mails that ask for a click look like phishing. */
export function activationMail(facts: ActivationFacts): ActivationMail {
  const { language, words } = activationWords(facts.language);
  return {
    language,
    subject: words.subject(facts.enterprise),
    text: plain(words, facts),
    html: styled(language, words, facts),
  };
}

/** In two groups, which are easier to read and type. */
export const grouped = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/**
 * The first name, if it can only be a name. Otherwise someone could enrol a stranger's address with the first name
 * "Visit example.com now", and have us send that.
 */
const greetable = (name: string | null): string | undefined =>
  name !== null && /^[\p{L}\p{M}]+(?:[ '’-][\p{L}\p{M}]+){0,3}$/u.test(name) && name.length <= 40 ? name : undefined;

function plain(words: ActivationWords, { code, firstName, enterprise, brand }: ActivationFacts): string {
  return [
    words.greeting(greetable(firstName)),
    words.purpose(enterprise),
    `    ${grouped(code)}`,
    words.use(enterprise, CODE_DAYS),
    words.caution(enterprise),
    words.unexpected,
    `-- \n${brand === enterprise ? words.sender(brand) : words.senderFor(brand, enterprise)}\n`,
  ].join('\n\n');
}

/** Names are isolated (U+2068, U+2069), so that their direction does not affect the text around them. */
const apart = (name: string): string => `\u2068${name}\u2069`;

const PAGE =
  'margin:0;padding:24px;background:#f3f4f6;color:#1f2328;font:16px/1.55 system-ui,Segoe UI,Arial,sans-serif';
const CARD = 'max-width:34em;margin:0 auto;padding:32px;background:#fff;border:1px solid #e3e5e8;border-radius:12px';
const CODE =
  'margin:24px 0;padding:16px;background:#f3f4f6;border-radius:8px;text-align:center;' +
  'font:600 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px';
const SMALL = 'margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e3e5e8;color:#656d76;font-size:14px';

function styled(language: string, words: ActivationWords, facts: ActivationFacts): string {
  const name = greetable(facts.firstName);
  const [brand, enterprise] = [apart(facts.brand), apart(facts.enterprise)];
  const sender = brand === enterprise ? words.sender(brand) : words.senderFor(brand, enterprise);
  return html`<!doctype html>
    <html lang="${language}" dir="${words.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${words.subject(facts.enterprise)}</title>
      </head>
      <body style="${PAGE}">
        <div style="${CARD}">
          <p style="margin-top:0">${words.greeting(name === undefined ? undefined : apart(name))}</p>
          <p>${words.purpose(enterprise)}</p>
          <p dir="ltr" style="${CODE}">${grouped(facts.code)}</p>
          <p>${words.use(enterprise, CODE_DAYS)}</p>
          <p>${words.caution(enterprise)}</p>
          <p>${words.unexpected}</p>
          <p style="${SMALL}">${sender}</p>
        </div>
      </body>
    </html>`.text;
}

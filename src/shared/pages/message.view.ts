import { currentContext, type DomainError, html, type Html } from '../kernel/index.js';
import { symbols } from './parts.js';
import { filled, inSeconds, type Language } from './words/languages.js';

export interface PageLink {
  readonly url: string;
  readonly text: string;
}

export interface MessageView {
  readonly symbol: keyof typeof symbols;
  readonly title: string;
  readonly text: string;
  readonly calm?: string | undefined;
  readonly link?: PageLink | undefined;
  readonly details?: { readonly title: string; readonly lines: readonly string[] } | undefined;
}

/** A page with a message and, where possible, a link to continue. */
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

/** The text of the error that is raised when a page, or the browser session behind it, has expired. */
export const EXPIRED = 'The page has expired';

const A_MINUTE = 60;
/** HTTP statuses of errors after which another attempt may succeed. */
const AGAIN: ReadonlySet<number> = new Set([403, 429, 500, 503]);

type Message = Pick<MessageView, 'symbol' | 'title' | 'text'>;

export interface WaysOn {
  /** The URL of the link to try again. */
  readonly again?: string | undefined;
  /** The link for users whose page has expired. */
  readonly onward?: PageLink | undefined;
}

/** The title and content of an error page. */
export function failureIn(language: Language, error: DomainError, ways: WaysOn = {}): { title: string; main: Html } {
  const { words } = language;
  const message = messageOf(error, language);
  const { spec, code } = error.kind;
  const mayTryAgain = ways.again !== undefined && AGAIN.has(spec.status);
  const again = mayTryAgain ? { url: ways.again, text: words.tryAgain } : undefined;
  const link = error.detail === EXPIRED ? ways.onward : again;
  const details = { title: words.supportDetails, lines: [code, currentContext()?.traceId ?? ''] };
  return { title: message.title, main: messageView({ ...message, details, link }) };
}

function messageOf({ kind, detail, extra }: DomainError, { locale, words }: Language): Message {
  if (detail === EXPIRED) return { symbol: 'wait', title: words.expiredTitle, text: words.expiredText };
  const { status } = kind.spec;
  if (status === 403) return { symbol: 'stop', title: words.forgedTitle, text: words.forgedText };
  if (status === 404 || status === 405) return { symbol: 'stop', title: words.notFoundTitle, text: words.notFoundText };
  if (status === 503) return { symbol: 'wait', title: words.waitTitle, text: words.busyText };
  if (status !== 429) return { symbol: 'stop', title: words.errorTitle, text: words.errorServer };
  const when = inSeconds(locale, extra.retryAfterSeconds ?? A_MINUTE);
  return { symbol: 'wait', title: words.waitTitle, text: filled(words.tooManyText, { when }) };
}

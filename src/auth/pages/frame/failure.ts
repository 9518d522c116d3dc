import type { Html } from '../../../shared/kernel/html.js';
import type { DomainError } from '../../../shared/kernel/errors.js';
import { currentContext } from '../../../shared/kernel/request-context.js';
import { messageView, type MessageView } from '../views/message.view.js';
import { filled, inSeconds, type Language } from '../words/languages.js';

/** Says of a request that its page, or the browser it was opened in, is no longer there. */
export const EXPIRED = 'The page has expired';

const A_MINUTE = 60;
/** What may be otherwise the next time. */
const AGAIN: ReadonlySet<number> = new Set([403, 429, 500, 503]);

type Message = Pick<MessageView, 'symbol' | 'title' | 'text'>;

/** What is shown of an error; `page`: where to try again. */
export function failureIn(language: Language, error: DomainError, page?: string): { title: string; main: Html } {
  const { words } = language;
  const message = messageOf(error, language);
  const { faces, code } = error.kind;
  const link = page !== undefined && AGAIN.has(faces.status) ? { url: page, text: words.tryAgain } : undefined;
  const details = { title: words.supportDetails, lines: [code, currentContext()?.traceId ?? ''] };
  return { title: message.title, main: messageView({ ...message, details, link }) };
}

function messageOf({ kind, detail, extra }: DomainError, { locale, words }: Language): Message {
  if (detail === EXPIRED) return { symbol: 'wait', title: words.expiredTitle, text: words.expiredText };
  const { status } = kind.faces;
  if (status === 403) return { symbol: 'stop', title: words.forgedTitle, text: words.forgedText };
  if (status === 404 || status === 405) return { symbol: 'stop', title: words.notFoundTitle, text: words.notFoundText };
  if (status === 503) return { symbol: 'wait', title: words.waitTitle, text: words.busyText };
  if (status !== 429) return { symbol: 'stop', title: words.errorTitle, text: words.errorServer };
  const when = inSeconds(locale, extra.retryAfterSeconds ?? A_MINUTE);
  return { symbol: 'wait', title: words.waitTitle, text: filled(words.tooManyText, { when }) };
}

import { html, type Html } from '../../../shared/kernel/index.js';
import { filled, messageView, type MessageView } from '../../../shared/pages/index.js';
import type { Language } from '../words/languages.js';
import type { Words } from '../words/en.js';
import { form, reasonIn, testNote, type SessionView } from './step.view.js';

export interface FinalView {
  readonly language: Language;
  readonly enterprise: string;
  readonly status: string;
  readonly reasons: readonly string[];
  /** The URL of the link at the end of the page, which leads back to the application. */
  readonly target: string;
  readonly onPhone: boolean;
}

interface Ending {
  readonly symbol: MessageView['symbol'];
  readonly title: keyof Words;
  readonly text?: keyof Words;
  readonly next?: keyof Words;
}

const FAILED = { symbol: 'stop', next: 'failedNext' } as const;
const TOLD: Readonly<Record<string, Ending>> = {
  VERIFIED: { symbol: 'done', title: 'verifiedTitle', text: 'verifiedText' },
  REVIEW: { symbol: 'wait', title: 'reviewTitle', text: 'reviewText' },
  DOCUMENT_REJECTED: { ...FAILED, title: 'rejectedTitle' },
  DOCUMENT_MISMATCH: { ...FAILED, title: 'mismatchTitle' },
  SELFIE_FAILED: { ...FAILED, title: 'selfieFailedTitle' },
  KYC_FAILED: { symbol: 'stop', title: 'kycFailedTitle', next: 'kycFailedNext' },
  DECLINED: { symbol: 'done', title: 'declinedTitle', text: 'declinedText' },
  EXPIRED: { symbol: 'wait', title: 'sessionExpiredTitle', text: 'sessionExpiredText' },
  CANCELLED: { symbol: 'stop', title: 'cancelledTitle', text: 'cancelledText' },
};
/**
 * Messages for some of the reasons why a verification can end. Such a message replaces the one for the status, because
 * it tells the user more.
 */
const BY_REASON: Readonly<Record<string, Ending>> = {
  other_way_needed: { symbol: 'wait', title: 'otherWayTitle', text: 'other_way_needed' },
  chip_needed: { symbol: 'wait', title: 'chipNeededTitle', text: 'chip_needed' },
  chip_not_genuine: { symbol: 'stop', title: 'notGenuineTitle', text: 'chip_not_genuine', next: 'kycFailedNext' },
  document_revoked: { symbol: 'stop', title: 'notGenuineTitle', text: 'document_revoked', next: 'kycFailedNext' },
};
const OTHER: Ending = { symbol: 'stop', title: 'errorTitle', next: 'kycFailedNext' };

/** Tells the user how the verification ended, why, and how to continue. */
export function finalView(view: FinalView): { title: string; main: Html } {
  const { language, enterprise, reasons, target } = view;
  const { words } = language;
  const ending = BY_REASON[reasons[0] ?? ''] ?? TOLD[view.status] ?? OTHER;
  const title = words[ending.title];
  if (view.onPhone) {
    const done = { symbol: ending.symbol, title, text: words.phoneDoneText };
    return { title, main: messageView(done) };
  }
  const say = (key: keyof Words) => filled(words[key], { enterprise });
  const [first, ...more] = [
    ...(ending.text ? [say(ending.text)] : reasons.map((reason) => reasonIn(words, reason))),
    ...(ending.next ? [say(ending.next)] : []),
  ];
  const link = { url: target, text: filled(words.backTo, { enterprise }) };
  const text = first ?? '';
  return { title, main: messageView({ symbol: ending.symbol, title, text, calm: more.join(' ') || undefined, link }) };
}

/** Lets the user end the session with the outcome that the application has requested, in test mode only. */
export const simulateView = (
  view: SessionView & { readonly status: string; readonly reasons: readonly string[] },
): Html => {
  const { words } = view.language;
  return html`
    ${testNote(view)}
    <h1>${words.simulateTitle}</h1>
    <p class="lead">${words.simulateText}</p>
    <p class="none" dir="ltr"><strong>${view.status}</strong>${view.reasons.map((reason) => html`<br />${reason}`)}</p>
    ${form(
      view,
      'simulate',
      html`<div class="actions"><button>${filled(words.simulateEnd, { status: view.status })}</button></div>`,
    )}
  `;
};

import type { Action, Body } from '@countersign/client';

/**
 * The look of an action's button: an approval, a refusal, a report of fraud, or one of several numbers. It depends on
 * the action's value, because each enterprise chooses its own label.
 */
export type Tone = 'accept' | 'reject' | 'fraud' | 'number';

/** The action for which the user types a number, which only the sign-in page shows. */
export const TYPED = 'number.typed';
const NUMBER = /^number\.(?:\d\d|typed)$/;
const FRAUD = /fraud|report|suspicious|not_?me/i;
const ACCEPT = /^(?:accept|approve|allow|agree|confirm|yes|ok)/i;
const REJECT = /^(?:reject|decline|deny|refuse|no|cancel|disapprove|block)/i;

/**
 * If a program has sent the request, each action's value ends with a digest of the request, in base64url. The digest
 * does not affect the look of the button.
 */
const DIGEST = /\.[\w-]{43}$/;

export const isOfProgram = (actions: readonly Pick<Action, 'action'>[]): boolean =>
  actions.some(({ action }) => DIGEST.test(action));

export function toneOf({ action: value }: Pick<Action, 'action'>, index = 0): Tone {
  const action = value.replace(DIGEST, '');
  if (NUMBER.test(action)) return 'number';
  if (FRAUD.test(action)) return 'fraud';
  if (ACCEPT.test(action)) return 'accept';
  return REJECT.test(action) || index > 0 ? 'reject' : 'accept';
}

/** Puts approvals first and reports of fraud last, so that a hasty tap does not hit the wrong one. */
export const inOrder = (actions: readonly Action[]): (Action & { readonly tone: Tone })[] =>
  actions
    .map((action, index) => ({ ...action, tone: toneOf(action, index) }))
    .sort((one, other) => RANK[one.tone] - RANK[other.tone]);

const RANK: Readonly<Record<Tone, number>> = { number: 0, accept: 0, reject: 1, fraud: 2 };

export const labelIn = ({ label }: Pick<Body, 'label'>, action: Pick<Action, 'label'>): string =>
  label?.[action.label] ?? action.label;

/** The text in this language, or else the first text, which the enterprise wrote in the user's language. */
export function bodyFor(bodies: readonly Body[], tag: string): Body {
  const found = bodies.find(({ lng }) => lng.toLowerCase().split(/[-_]/)[0] === tag);
  return found ?? bodies[0] ?? { lng: tag, subject: '', message: '' };
}

/** A line of a message. A line such as “Place: Lisbon” is split into a name and a value. */
export interface MessageLine {
  readonly name?: string;
  readonly text: string;
}

/** The name at the beginning of a line has one or two words. A longer beginning is part of a sentence with a colon. */
const FACT = /^(\p{L}[^:\s]{0,19}(?: [^:\s]{1,19})?: +)\S/u;

/** Splits a message into lines. Joined, the parts are exactly the message again. */
export const linesOf = (message: string): MessageLine[] =>
  message.split(/(?<=\n)/).map((line) => {
    const name = FACT.exec(line.trimEnd())?.[1];
    return name === undefined ? { text: line } : { name, text: line.slice(name.length) };
  });

/** The name of a language as the enterprise gave it, shown in that language if the browser knows it. */
export function languageName(lng: string): string {
  try {
    return new Intl.DisplayNames([lng], { type: 'language', fallback: 'code' }).of(lng) ?? lng;
  } catch {
    return lng;
  }
}

const RTL = new Set(['ar', 'fa', 'he', 'ur', 'yi', 'dv', 'ku', 'ps', 'sd', 'ug']);

/** The language tag for the attribute `lang`; `undefined` for a name that is no tag. */
export const langOf = (lng: string): string | undefined => (/^[a-z]{2,3}(?:-[\w-]+)?$/i.test(lng) ? lng : undefined);
export const directionOf = (lng: string): 'ltr' | 'rtl' | 'auto' =>
  langOf(lng) === undefined ? 'auto' : RTL.has(lng.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr';

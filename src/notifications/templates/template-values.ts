import { isBlank, isDay, isPlainlyVisible } from '../../shared/kernel/index.js';

export const variableTypes = ['text', 'number', 'money', 'date'] as const;
export type VariableType = (typeof variableTypes)[number];

/** A variable of a template, with the type of its value. */
export interface Variable {
  readonly type: VariableType;
  /** Maximum length of a text value, in characters. */
  readonly max?: number;
}

export const LONGEST_TEXT = 255;

const DECIMAL = /^-?\d{1,18}(?:\.\d{1,9})?$/;
const CURRENCY = /^[A-Z]{3}$/;
const ONE_LINE = /^[^\p{Cc}\u2028\u2029]+$/u;

/** Explains why a value is not allowed for a variable. Returns `undefined` if it is allowed. */
export function faultOfValue({ type, max = LONGEST_TEXT }: Variable, value: unknown): string | undefined {
  if (value === undefined) return 'A value is required.';
  switch (type) {
    case 'text':
      return isText(value, max)
        ? undefined
        : `Must be one line of 1 to ${max} characters, none invisible and none that turns the text.`;
    case 'number':
      return isDecimal(value) ? undefined : 'Must be a decimal number, as a number or as text.';
    case 'money':
      return isMoney(value) ? undefined : 'Must be { "amount": "25.00", "currency": "EUR" }.';
    case 'date':
      return isDay(value) ? undefined : 'Must be a day such as 2026-01-31.';
  }
}

/** Formats a valid value according to the conventions of the language. */
export function shownIn(lng: string, { type }: Variable, value: unknown): string {
  const locale = localeOf(lng);
  switch (type) {
    case 'text':
      return String(value);
    case 'number':
      return new Intl.NumberFormat(locale, { maximumFractionDigits: 9 }).format(decimalOf(value));
    case 'money': {
      const { amount, currency } = value as { amount: unknown; currency: string };
      return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(decimalOf(amount));
    }
    case 'date':
      return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(String(value)));
  }
}

/**
 * The locale for formatting. Unknown languages fall back to English, because Intl would otherwise use the locale of the
 * server.
 */
function localeOf(lng: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(lng)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Passes decimals to Intl as strings, because a JavaScript number cannot represent 0.1 exactly. */
const decimalOf = (value: unknown): Intl.StringNumericLiteral => String(value) as Intl.StringNumericLiteral;

const isText = (value: unknown, max: number): boolean =>
  typeof value === 'string' &&
  !isBlank(value) &&
  Array.from(value).length <= max &&
  ONE_LINE.test(value) &&
  isPlainlyVisible(value);

const isDecimal = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && DECIMAL.test(String(value));

function isMoney(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false;
  const { amount, currency } = value as { amount?: unknown; currency?: unknown };
  return isDecimal(amount) && typeof currency === 'string' && CURRENCY.test(currency) && fits(String(amount), currency);
}

/**
 * Whether the amount has no more decimal places than its currency allows. Otherwise, it would be rounded when
 * displayed.
 */
function fits(amount: string, currency: string): boolean {
  const { maximumFractionDigits: most = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return (amount.split('.')[1] ?? '').length <= most;
}

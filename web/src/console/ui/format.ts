import { language, words as say } from '../words/words.js';

const LOCALE = language.locale;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const counts = new Intl.NumberFormat(LOCALE);
const scores = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'short' });
const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const exact = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'long' });
const languages = new Intl.DisplayNames(LOCALE, { type: 'language' });
const now = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

export type Moment = number | string;

export const number = (value: number) => counts.format(value);
/** Formats a share or a score with two decimal places. */
export const score = (value: number) => scores.format(value);
export const percent = (share: number, digits = 1) =>
  new Intl.NumberFormat(LOCALE, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(share);
export const exactly = (at: Moment) => exact.format(new Date(at));
/** The name of a language. Text that is no language tag is returned as it is. */
export function languageName(tag: string): string {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
export const clockOf = (at: Moment) => clock.format(new Date(at));
export const dayAndTime = (at: Moment) => `${day.format(new Date(at))}, ${clockOf(at)}`;
export const dayOf = (at: Moment) => day.format(new Date(at));
const hourOfDay = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });

/** Names the steps of a figure: by their day, or by their hour where steps are shorter than a day. */
export function stepNames(steps: readonly string[]): (at: Moment) => string {
  const [first = '', second = first] = steps;
  const isShort = second !== first && Date.parse(second) - Date.parse(first) < (DAY / 2) * 1_000;
  return isShort ? (at) => hourOfDay.format(new Date(at)) : dayOf;
}
export const nowInWords = () => now.format(new Date());
export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A relative time, rounded to its unit. The exact time is in the title. */
export function ago(at: Moment, today = Date.now()): string {
  const moment = new Date(at);
  const seconds = Math.round((moment.getTime() - today) / 1000);
  const size = Math.abs(seconds);
  if (size < MINUTE) return seconds > 5 ? say.time.soon : say.time.now;
  if (size < HOUR) return relative.format(Math.trunc(seconds / MINUTE), 'minute');
  if (size < DAY) return relative.format(Math.trunc(seconds / HOUR), 'hour');
  if (size < 7 * DAY) return relative.format(Math.trunc(seconds / DAY), 'day');
  const sameYear = moment.getFullYear() === new Date(today).getFullYear();
  return (sameYear ? day : dayOfYear).format(moment);
}

export function lasting(seconds: number): string {
  const { second, minute, hour } = say.units;
  const whole = Math.round(seconds);
  if (whole < HOUR) return inTwo(whole, MINUTE, minute, second);
  return inTwo(Math.round(whole / MINUTE), HOUR / MINUTE, hour, minute);
}

/** An amount in two units, such as "1 min 5 s". A unit of which there is nothing is left out. */
function inTwo(amount: number, size: number, large: string, small: string): string {
  const [many, rest] = [Math.floor(amount / size), amount % size];
  if (many === 0) return `${rest} ${small}`;
  return rest === 0 ? `${many} ${large}` : `${many} ${large} ${rest} ${small}`;
}

/** The word for a code of the API. An unknown code such as `DOCUMENT_REJECTED` becomes "Document rejected". */
export const spoken = (code: string) =>
  say.codes[code] ??
  code
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase());

/** Names of platforms with a capitalisation of their own. */
const NAMES: Readonly<Record<string, string>> = { ios: 'iOS', nfc: 'NFC' };
export const platform = (code: string) => NAMES[code] ?? spoken(code);

export const initials = (name: string) =>
  name
    .split(/[\s._@-]+/)
    .filter(Boolean)
    .map(([first = '']) => first.toUpperCase())
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('');

/** Turns `7d` into the time seven days ago, rounded to five minutes, so that repeated requests have the same URL. */
export function since(span: string | null): string | undefined {
  const [, amount = '', unit = ''] = /^(\d+)([hd])$/.exec(span ?? '') ?? [];
  if (amount === '') return undefined;
  const step = 5 * MINUTE * 1000;
  const start = Date.now() - Number(amount) * (unit === 'h' ? HOUR : DAY) * 1000;
  return new Date(Math.floor(start / step) * step).toISOString();
}

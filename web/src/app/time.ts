import { signal } from '@preact/signals';
import { language, t } from './language.js';

let timeNow = (): number => Date.now();

/** The current time in milliseconds since 1970, updated every second. */
export const now = signal(timeNow());

/** Goes by this clock from now on. The device's own clock may be wrong, so a `Phone` passes that of the service. */
export function followClock(clock: () => number): void {
  timeNow = clock;
  readClock();
}

export const readClock = (): void => void (now.value = timeNow());
setInterval(() => {
  if (document.visibilityState === 'visible') readClock();
}, 1_000);
document.addEventListener('visibilitychange', readClock);

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const secondsUntil = (epoch: number): number => Math.max(0, Math.ceil((epoch - now.value) / 1_000));

/** Formats a remaining time as "4:07" or, from an hour on, in words such as "2 hours". */
export function remaining(seconds: number): string {
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`;
  return inUnit(
    seconds < 2 * DAY ? Math.floor(seconds / HOUR) : Math.floor(seconds / DAY),
    seconds < 2 * DAY ? 'hour' : 'day',
  );
}

/** The remaining time in words, for screen readers. */
export const remainingInWords = (seconds: number): string =>
  seconds < MINUTE
    ? inUnit(seconds, 'second')
    : seconds < HOUR
      ? inUnit(Math.floor(seconds / MINUTE), 'minute')
      : remaining(seconds);

const inUnit = (count: number, unit: 'second' | 'minute' | 'hour' | 'day'): string =>
  new Intl.NumberFormat(language().locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** The time that has passed, such as "2 minutes ago". After a day, the date. */
export function ago(epoch: number): string {
  const seconds = Math.max(0, Math.round((now.value - epoch) / 1_000));
  if (seconds < MINUTE) return t('justNow');
  if (seconds >= DAY) return day(epoch);
  const words = new Intl.RelativeTimeFormat(language().locale);
  return seconds < HOUR
    ? words.format(-Math.floor(seconds / MINUTE), 'minute')
    : words.format(-Math.floor(seconds / HOUR), 'hour');
}

export const dateTime = (epoch: number): string => format(epoch, { dateStyle: 'medium', timeStyle: 'short' });
export const clock = (epoch: number): string => format(epoch, { timeStyle: 'short' });

/** Formats a day as "Today", "Yesterday" or its date, for the headings of the history. */
export function day(epoch: number): string {
  const [today, that] = [startOfDay(now.value), startOfDay(epoch)];
  const days = Math.round((today - that) / (DAY * 1_000));
  if (days === 0) return t('today');
  return days === 1 ? t('yesterday') : format(epoch, { dateStyle: 'long' });
}

const startOfDay = (epoch: number): number => new Date(epoch).setHours(0, 0, 0, 0);

const format = (epoch: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language().locale, options).format(epoch);

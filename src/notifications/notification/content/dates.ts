import { offsetOf } from './zones.js';

/**
 * The interval that a date in a caller's request means. A date with a time means one second, a date without a time means
 * the whole day. `until` is exclusive.
 */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** The accepted formats of a date: `yyyy-MM-dd'T'HH:mm:ssz`, or a plain `yyyy-MM-dd`, which is a day in UTC. */
const FORM =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:T(?<time>\d{2}:\d{2}:\d{2}) ?(?<zone>[A-Z]{1,4}|(?:GMT|UTC)?[+-][\d:]{1,5}))?$/;

/** Parses a date. Returns `undefined` if the string is not a valid date and time. */
export function readDate(text: string): Span | undefined {
  const { day, time, zone } = FORM.exec(text)?.groups ?? {};
  if (day === undefined) return undefined;
  if (time === undefined || zone === undefined) return spanOf(momentOf(day, '00:00:00'), 0, DAY_MS);
  return spanOf(momentOf(day, time), offsetOf(zone), SECOND_MS);
}

function spanOf(local: number | undefined, offset: number | undefined, length: number): Span | undefined {
  if (local === undefined || offset === undefined) return undefined;
  const from = local - offset * 60_000;
  return { from: new Date(from), until: new Date(from + length) };
}

/**
 * Parses a date and time as UTC. The result is formatted and compared with the text, because `Date` accepts 30 February
 * as a day in March.
 */
function momentOf(day: string, time: string): number | undefined {
  const iso = `${day}T${time}.000Z`;
  const moment = new Date(iso);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === iso ? moment.getTime() : undefined;
}

import { offsetOf } from './zones.js';

/** The span of a date argument: a whole second or a whole day. `until` is the first moment after it. */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** `yyyy-MM-dd'T'HH:mm:ssz`, or a plain `yyyy-MM-dd`, which is a day in UTC. */
const FORM =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:T(?<time>\d{2}:\d{2}:\d{2}) ?(?<zone>[A-Z]{1,4}|(?:GMT|UTC)?[+-][\d:]{1,5}))?$/;

/** `undefined` unless the text is a moment that the calendar and the clock have. */
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

/** Reads the moment as if it were UTC. `Date` would turn the 30th of February into a day of March. */
function momentOf(day: string, time: string): number | undefined {
  const iso = `${day}T${time}.000Z`;
  const moment = new Date(iso);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === iso ? moment.getTime() : undefined;
}

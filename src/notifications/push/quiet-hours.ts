const DAY_MINUTES = 1_440;
const MINUTE_MS = 60_000;

/**
 * The time of day in which no pushes are sent: local times (`HH:MM`) in a time zone. If `to` is not later than `from`,
 * it falls on the next day.
 */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** The time at which the current quiet hours end. Undefined if `now` is outside the quiet hours. */
export function quietUntil(quiet: QuietHours | null | undefined, now: Date): Date | undefined {
  if (!quiet || !isQuiet(quiet, now)) return undefined;
  // First computes the end as if clocks never changed (`expected`). Then corrects it by the difference (`off`), so that
  // quiet hours end at the local time `to` even if clocks go forward or back in between.
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  const left = (minutesOf(quiet.to) - localMinutes(quiet.timeZone, minute) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const expected = new Date(minute.getTime() + left * MINUTE_MS);
  const off = (minutesOf(quiet.to) - localMinutes(quiet.timeZone, expected) + DAY_MINUTES * 1.5) % DAY_MINUTES;
  const end = new Date(expected.getTime() + (off - DAY_MINUTES / 2) * MINUTE_MS);
  return isQuiet(quiet, end) ? expected : end;
}

function isQuiet({ from, to, timeZone }: QuietHours, at: Date): boolean {
  const [begin, end, now] = [minutesOf(from), minutesOf(to), localMinutes(timeZone, at)];
  return begin < end ? now >= begin && now < end : now >= begin || now < end;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function localMinutes(timeZone: string, at: Date): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return minutesOf(format.format(at));
}

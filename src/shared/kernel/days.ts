const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the value is a day that exists in the calendar, such as 2031-12-31. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !DAY.test(value)) return false;
  const day = new Date(value);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

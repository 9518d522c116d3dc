import { KernelErrors } from '../kernel/index.js';
import { TimeField } from './formats.js';
import { PageQuery } from './paging.js';

export interface TimeRange {
  readonly from: Date | undefined;
  /** The exclusive end of the range. */
  readonly to: Date | undefined;
}

/** The query parameters of a list that can be limited to a time range. */
export class TimeRangeQuery extends PageQuery {
  @TimeField({
    optional: true,
    example: '2026-01-01T00:00:00.000Z',
    description: 'Start of the time range, inclusive.',
  })
  from?: string;

  @TimeField({ optional: true, example: '2036-01-01T00:00:00.000Z', description: 'End of the time range, exclusive.' })
  to?: string;

  static rangeOf({ from, to }: TimeRangeQuery): TimeRange {
    return timeRange(from, to);
  }
}

/** Parses the start and end of a range. `names` are the query parameters to report in an error. */
export function timeRange(
  from: string | undefined,
  to: string | undefined,
  names: readonly [string, string] = ['from', 'to'],
): TimeRange {
  const range = { from: dateOf(from), to: dateOf(to) };
  if (range.from && range.to && range.from > range.to) throw fromAfterTo(...names);
  return range;
}

const dateOf = (time: string | undefined): Date | undefined => (time === undefined ? undefined : new Date(time));

const fromAfterTo = (from: string, to: string) =>
  KernelErrors.invalidArguments(undefined, {
    errors: [{ pointer: `?${from}`, detail: `Must not be after \`${to}\`.` }],
  });

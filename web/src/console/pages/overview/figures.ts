import { pathWith } from '../../ui/list.js';
import { zone } from '../../ui/format.js';

export type Point = readonly [at: string, value: number];
export interface Figure {
  readonly series: readonly { readonly key: string; readonly points: readonly Point[] }[];
  readonly asOf?: string | null;
  readonly partial?: boolean;
}

const HOUR_MS = 3_600_000;
const HOURS = 24;

/**
 * The start of the last `days` days, or of the last `times` periods of this length. Days are calendar days, because not
 * every day has 24 hours. One day, however, means the last 24 hours.
 */
function firstOf(days: number, times = 1): Date {
  const first = new Date();
  if (days === 1) {
    first.setMinutes(0, 0, 0);
    return new Date(first.getTime() - (HOURS * times - 1) * HOUR_MS);
  }
  first.setHours(0, 0, 0, 0);
  first.setDate(first.getDate() - (days * times - 1));
  return first;
}

/** The path of a figure. Its times are rounded, so that the address stays the same for an hour or a day. */
export function figurePath(name: string, days: number, by?: string, times = 1): string {
  const from = firstOf(days, times).toISOString();
  const step = days === 1 ? 'hour' : 'day';
  return pathWith(`/v1/figures/${encodeURIComponent(name)}`, { from, step, by, zone: zone() });
}

/**
 * The path of a figure for the last period and the previous one, which `partsOf` separates. Charts of the same figure
 * use the same path, so it is read once.
 */
export const comparedPath = (name: string, days: number, by?: string): string => figurePath(name, days, by, 2);

/** The last period of a figure that was read by `comparedPath`, and the previous one. */
export function partsOf(figure: Figure, days: number): readonly [now: Figure, before: Figure] {
  const first = firstOf(days).getTime();
  const part = (isPart: (at: number) => boolean): Figure => ({
    ...figure,
    series: figure.series.map(({ key, points }) => ({ key, points: points.filter(([at]) => isPart(Date.parse(at))) })),
  });
  return [part((at) => at >= first), part((at) => at < first)];
}

/** The days of a figure, including those without any event. */
export const daysOf = (figure: Figure): string[] =>
  [...new Set(figure.series.flatMap(({ points }) => points.map(([at]) => at)))].sort();

export function valuesOf(figure: Figure, days: readonly string[], ...keys: readonly string[]): number[] {
  const of = new Map<string, number>();
  for (const { key, points } of figure.series) {
    if (!keys.includes(key)) continue;
    for (const [at, value] of points) of.set(at, (of.get(at) ?? 0) + value);
  }
  return days.map((day) => of.get(day) ?? 0);
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

export const totals = (figure: Figure): readonly (readonly [string, number])[] =>
  figure.series.map(({ key, points }) => [key, sumOf(points.map(([, value]) => value))] as const);

export const othersThan = (figure: Figure, known: readonly string[]): string[] =>
  figure.series.map(({ key }) => key).filter((key) => !known.includes(key));

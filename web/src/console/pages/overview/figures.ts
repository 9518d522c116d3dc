import { pathWith } from '../../ui/list.js';
import { zone } from '../../ui/format.js';

export type Point = readonly [at: string, value: number];
export interface Figure {
  readonly series: readonly { readonly key: string; readonly points: readonly Point[] }[];
  readonly asOf?: string | null;
  readonly partial?: boolean;
}

const DAY = 86_400_000;

/** The first of so many days, of which today is the last. */
function firstOf(days: number): string {
  const today = new Date();
  today.setHours(0, 0, 0, 0);
  return new Date(today.getTime() - (days - 1) * DAY).toISOString();
}

/** Whole days, so that one address is asked all day. */
export function figurePath(name: string, days: number, by?: string): string {
  const from = firstOf(days);
  return pathWith(`/v1/figures/${encodeURIComponent(name)}`, { from, step: 'day', by, zone: zone() });
}

/** The last days, and as many before them. */
export function halvesOf(figure: Figure, days: number): readonly [now: Figure, before: Figure] {
  const first = Date.parse(firstOf(days));
  const part = (isPart: (at: number) => boolean): Figure => ({
    ...figure,
    series: figure.series.map(({ key, points }) => ({ key, points: points.filter(([at]) => isPart(Date.parse(at))) })),
  });
  return [part((at) => at >= first), part((at) => at < first)];
}

/** All days, also those at which nothing happened. */
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

export interface Series {
  readonly key: string;
  /** One value for each step of the period, in chronological order. */
  readonly values: readonly number[];
}

/** The key of the series that is the sum of all series not shown separately. */
export const OTHER = 'other';

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function gathered(series: readonly Series[]): Series[] {
  if (series.length === 0) return [];
  const values = series[0]?.values.map((_, at) => series.reduce((sum, one) => sum + (one.values[at] ?? 0), 0)) ?? [];
  return sumOf(values) > 0 ? [{ key: OTHER, values }] : [];
}

/** Returns the `most` largest series, and the sum of all others as one series. */
export function largest(series: readonly Series[], most: number): Series[] {
  const ordered = [...series].sort((a, b) => sumOf(b.values) - sumOf(a.values) || (a.key < b.key ? -1 : 1));
  return [...ordered.slice(0, most), ...gathered(ordered.slice(most))];
}

/**
 * Moves each value below the minimum to the series `other`, because small numbers could reveal something about one
 * person.
 */
export function withoutFew(series: readonly Series[], least: number): Series[] {
  const isFew = (value: number) => value > 0 && value < least;
  const shown = series.map(({ key, values }) => ({ key, values: values.map((value) => (isFew(value) ? 0 : value)) }));
  const few = series.map(({ key, values }) => ({ key, values: values.map((value) => (isFew(value) ? value : 0)) }));
  return [...shown.filter(({ values }) => sumOf(values) > 0), ...gathered(few)];
}

import { Injectable } from '@nestjs/common';
import { Clock, KernelErrors, errorCode, type Tenant } from '../../shared/kernel/index.js';
import { type FigureDefinition, WHOLE, FLUSH_MS } from '../contract/figure-source.port.js';
import { FigureErrors } from '../contract/figures.errors.js';
import { type Asked, FigureRepository, type Step, type Summed } from '../roll-up/figure.repository.js';
import { FigureSources, type KnownFigure } from '../roll-up/figure-sources.service.js';
import { HOUR_MS } from '../roll-up/hours.js';
import { largest, type Series, withoutFew } from './few.js';
import { quantileOf } from './quantiles.js';

const DAY_MS = 24 * HOUR_MS;
/** The maximum period, in days, that can be requested with each step. */
export const MOST_DAYS: Readonly<Record<Step, number>> = { hour: 32, day: 800, week: 800 };
const MOST_SERIES = 25;
const LEAST_SHOWN = 5;
const QUANTILES = {
  seconds: [
    ['p50', 0.5],
    ['p90', 0.9],
  ],
  milliseconds: [
    ['p50', 0.5],
    ['p95', 0.95],
  ],
} as const;

export interface FigureQuestion {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly step: Step;
  readonly by: string | undefined;
  readonly zone: string;
}

export type Point = readonly [at: string, value: number];

export interface FigureAnswer {
  readonly definition: FigureDefinition;
  readonly by: string | undefined;
  readonly step: Step | null;
  readonly series: readonly { readonly key: string; readonly points: readonly Point[] }[];
  /** The time up to which all rows have been counted. Null before the first count. */
  readonly asOf: Date | null;
  readonly partial: boolean;
}

/** Reads the figures of a tenant. */
@Injectable()
export class Figures {
  constructor(
    private readonly sources: FigureSources,
    private readonly figures: FigureRepository,
    private readonly clock: Clock,
  ) {}

  get definitions(): FigureDefinition[] {
    return this.sources.figures.map(({ definition }) => definition);
  }

  async of(tenant: Tenant, name: string, question: FigureQuestion): Promise<FigureAnswer> {
    const known = this.sources.figures.find(({ definition }) => definition.name === name);
    if (!known) throw FigureErrors.notFound(`There is no figure ${name}`);
    return known.counted === 'when-asked' ? this.#present(tenant, known) : this.#hourly(tenant, known, question);
  }

  async #present(tenant: Tenant, { definition, source }: KnownFigure): Promise<FigureAnswer> {
    const counts = await source.now(tenant, definition.name);
    const now = this.clock.now();
    const series = complete(
      definition,
      counts.map(({ key, count }) => ({ key, values: [count] })),
      1,
    );
    return {
      ...{ definition, by: undefined, step: null, asOf: now, partial: false },
      series: series.map(({ key, values: [value = 0] }) => ({ key, points: [[now.toISOString(), value]] })),
    };
  }

  async #hourly(tenant: Tenant, known: KnownFigure, question: FigureQuestion): Promise<FigureAnswer> {
    const { definition } = known;
    const { by, step } = question;
    if (by !== undefined && !definition.by.includes(by)) throw refused('?by', dimensionsOf(definition));
    const asked = { ...question, ...this.#timeOf(question), name: definition.name, dimension: by ?? WHOLE };
    const asOf = await this.#countedUntil(known);
    const [starts, sums] = await Promise.all([this.figures.starts(asked), this.figures.sums(tenant, asked)]).catch(
      zoneRefused,
    );
    const series = seriesOf(definition, by, starts, sums);
    return { definition, by, step, series, asOf, partial: asOf === null || asOf < asked.to };
  }

  async #countedUntil({ counted, source }: KnownFigure): Promise<Date | null> {
    if (counted === 'as-it-happens') return new Date(this.clock.now().getTime() - FLUSH_MS);
    return (await this.figures.progress(source.constructor.name))?.countedAt ?? null;
  }

  #timeOf({ from, to, step }: FigureQuestion): Pick<Asked, 'from' | 'to'> {
    const end = to ?? this.clock.now();
    const start = from ?? new Date(end.getTime() - 30 * DAY_MS);
    if (start > end) throw refused('?from', 'Must not be later than the end.');
    if (end.getTime() - start.getTime() > MOST_DAYS[step] * DAY_MS)
      throw refused('?from', `In steps of one ${step}, at most ${MOST_DAYS[step]} days can be told.`);
    // The period begins with a whole hour. Otherwise its steps would be shifted, and the last hour would be missing.
    return { from: new Date(Math.ceil(start.getTime() / HOUR_MS) * HOUR_MS), to: end };
  }
}

function seriesOf(
  definition: FigureDefinition,
  by: string | undefined,
  starts: readonly Date[],
  sums: readonly Summed[],
): FigureAnswer['series'] {
  const texts = starts.map((start) => start.toISOString());
  const places = new Map(starts.map((start, index) => [start.getTime(), index]));
  const found = new Map<string, number[]>();
  for (const { key, start, count } of sums) {
    const values = found.get(key) ?? starts.map(() => 0);
    values[places.get(start.getTime()) ?? 0] = count;
    found.set(key, values);
  }
  const all = [...found].map(([key, values]) => ({ key, values }));
  const { unit } = definition;
  if (unit !== 'count') return quantilesOf(unit, complete(definition, all, starts.length), texts);
  const whole = by === undefined ? complete(definition, all, starts.length) : all;
  const open = by !== undefined && by === definition.hidesFew ? withoutFew(whole, LEAST_SHOWN) : whole;
  return (by === undefined ? open : largest(open, MOST_SERIES)).map(({ key, values }) => ({
    key,
    points: values.map((value, index) => [texts[index] ?? '', value] as const),
  }));
}

/**
 * Adds series of zeros for those keys of the definition that have none, and puts all series in the order of the keys.
 */
const complete = ({ keys }: FigureDefinition, series: readonly Series[], length: number): readonly Series[] =>
  keys?.map((key) => series.find((one) => one.key === key) ?? { key, values: Array.from({ length }, () => 0) }) ??
  series;

/** Returns the quantiles of each step. Steps in which nothing was counted get no point. */
const quantilesOf = (
  unit: keyof typeof QUANTILES,
  buckets: readonly Series[],
  texts: readonly string[],
): FigureAnswer['series'] =>
  QUANTILES[unit].map(([key, share]) => ({
    key,
    points: texts.flatMap((text, index): Point[] => {
      const value = quantileOf(
        buckets.map((bucket) => [bucket.key, bucket.values[index] ?? 0]),
        share,
      );
      return value === undefined ? [] : [[text, value]];
    }),
  }));

const dimensionsOf = ({ by }: FigureDefinition): string =>
  by.length === 0 ? 'This figure is not divided.' : `Must be one of ${by.join(', ')}.`;

/**
 * Converts PostgreSQL's error about an unknown time zone to an error for the caller. Node cannot check the name
 * beforehand, because its list of time zones differs from PostgreSQL's.
 */
function zoneRefused(error: unknown): never {
  if (errorCode(error) === INVALID_PARAMETER) throw refused('?zone', 'There is no such time zone.');
  throw error;
}
const INVALID_PARAMETER = '22023';

const refused = (pointer: string, detail: string) =>
  KernelErrors.invalidArguments(undefined, { errors: [{ pointer, detail }] });

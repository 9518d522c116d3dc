import {
  array,
  ArrayField,
  BooleanField,
  EnumField,
  Field,
  type Kind,
  scalar,
  text,
  TextField,
  TimeField,
} from '../../shared/fields/index.js';
import type { FigureDefinition } from '../contract/figure-source.port.js';
import { type Step, steps } from '../roll-up/figure.repository.js';
import type { FigureAnswer, FigureQuestion, Point } from './figures.service.js';

const MOST_FIGURES = 100;
const MOST_POINTS = 800;
const NAME = { max: 64, pattern: /^[a-z]+\.[A-Za-z]+$/, example: 'idv.sessions' };
const UNITS = ['count', 'seconds', 'milliseconds'] as const;

/** One point of a series: the start of a step, and its value. */
const point = (): Kind =>
  scalar(
    {
      type: 'array',
      prefixItems: [{ type: 'string', format: 'date-time' }, { type: 'number' }],
      items: {},
      minItems: 2,
      maxItems: 2,
      example: ['2026-06-01T00:00:00.000Z', 7],
    } as unknown as Kind['schema'],
    () => undefined,
  );

export class FigureDefinitionDto {
  @TextField(NAME) name!: string;
  @EnumField(UNITS, { name: 'FigureUnit', example: 'count' }) unit!: FigureDefinition['unit'];
  @TextField({ max: 500, example: 'Identity verifications, counted in the hour in which they were created.' })
  description!: string;
  @ArrayField(text({ max: 64 }), {
    max: 20,
    example: ['outcome'],
    description: 'The dimensions by which the figure can be split.',
  })
  by!: string[];

  static of({ name, unit, description, by }: FigureDefinition): FigureDefinitionDto {
    return { name, unit, description, by: [...by] };
  }
}

export class FigureListDto {
  @ArrayField(() => FigureDefinitionDto, { max: MOST_FIGURES, description: 'The figures, ordered by name.' })
  figures!: FigureDefinitionDto[];
}

export class FigureParams {
  @TextField(NAME) name!: string;
}

export class FigureQuery {
  @TimeField({
    optional: true,
    example: '2026-06-01T00:00:00.000Z',
    description: 'Start of the period, inclusive. Default: 30 days before its end.',
  })
  from?: string;
  @TimeField({
    optional: true,
    example: '2036-06-30T00:00:00.000Z',
    description: 'End of the period, exclusive. Default: now.',
  })
  to?: string;
  @EnumField(steps, {
    name: 'FigureStep',
    default: 'day',
    description:
      'The length of one step. With `hour`, you can request at most 32 days. With `day` or `week`, you can request at most 800 days.',
  })
  step?: Step;
  @TextField({
    max: 64,
    optional: true,
    example: 'outcome',
    description: 'The dimension by which to split the figure: a value of `by` from the list of figures.',
  })
  by?: string;
  @TextField({
    max: 64,
    pattern: /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/,
    default: 'UTC',
    example: 'Europe/Berlin',
    description: 'The time zone in which days and weeks begin: a name of the IANA time zone database.',
  })
  zone?: string;

  static toQuestion({ from, to, step = 'day', by, zone = 'UTC' }: FigureQuery): FigureQuestion {
    return {
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
      step,
      by,
      zone,
    };
  }
}

export class FigureSeriesDto {
  @TextField({
    max: 255,
    example: 'VERIFIED',
    description:
      'The value of the dimension that this series counts. `all`: the figure is not split. `other`: all remaining values. For durations, the key is a percentile: `p50` and `p90` (approximate) for seconds, `p50` and `p95` for milliseconds.',
  })
  key!: string;
  @Field(array(point(), { max: MOST_POINTS }), {
    description: 'The points. Each consists of the start of a step and its value.',
  })
  points!: Point[];
}

export class FigureDto {
  @TextField(NAME) name!: string;
  @EnumField(UNITS, { name: 'FigureUnit', example: 'count' }) unit!: FigureDefinition['unit'];
  @TextField({ max: 64, nullable: true, example: 'outcome' }) by!: string | null;
  @EnumField(steps, {
    name: 'FigureStep',
    nullable: true,
    example: 'day',
    description: 'The length of one step. `null`: the figure shows only the current state.',
  })
  step!: Step | null;
  @ArrayField(() => FigureSeriesDto, { max: 100 }) series!: FigureSeriesDto[];
  @TimeField({
    nullable: true,
    description: 'The time up to which everything has been counted. `null`: nothing has been counted yet.',
  })
  asOf!: string | null;
  @BooleanField({
    description: 'Whether the requested time range ends after `asOf`, so that the last values are incomplete.',
  })
  partial!: boolean;

  static of({ definition: { name, unit }, by, step, series, asOf, partial }: FigureAnswer): FigureDto {
    const shown = series.map(({ key, points }) => ({ key, points: [...points] }));
    return { name, unit, by: by ?? null, step, series: shown, asOf: asOf?.toISOString() ?? null, partial };
  }
}

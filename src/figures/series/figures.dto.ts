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
} from '../../shared/http/index.js';
import type { FigureDefinition } from '../contract/figure-source.port.js';
import { type Step, steps } from '../roll-up/figure.repository.js';
import type { FigureAnswer, FigureQuestion, Point } from './figures.service.js';

const MOST_FIGURES = 100;
const MOST_POINTS = 800;
const NAME = { max: 64, pattern: /^[a-z]+\.[A-Za-z]+$/, example: 'idv.sessions' };
const UNITS = ['count', 'seconds', 'milliseconds'] as const;

/** The beginning of a step, and its value. */
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
  @TextField({ max: 500, example: 'Verifications, by the time they were opened.' }) description!: string;
  @ArrayField(text({ max: 64 }), { max: 20, example: ['outcome'], description: 'What it can be divided by.' })
  by!: string[];

  static of({ name, unit, description, by }: FigureDefinition): FigureDefinitionDto {
    return { name, unit, description, by: [...by] };
  }
}

export class FigureListDto {
  @ArrayField(() => FigureDefinitionDto, { max: MOST_FIGURES, description: 'By name.' })
  figures!: FigureDefinitionDto[];
}

export class FigureParams {
  @TextField(NAME) name!: string;
}

export class FigureQuery {
  @TimeField({
    optional: true,
    example: '2026-06-01T00:00:00.000Z',
    description: 'From then on. Without it, the 30 days before the end.',
  })
  from?: string;
  @TimeField({
    optional: true,
    example: '2036-06-30T00:00:00.000Z',
    description: 'Until before then. Without it, now.',
  })
  to?: string;
  @EnumField(steps, {
    name: 'FigureStep',
    default: 'day',
    description: 'What one point stands for. In hours at most 32 days are told, in days and weeks 800.',
  })
  step?: Step;
  @TextField({ max: 64, optional: true, example: 'outcome', description: 'One of those that the list names.' })
  by?: string;
  @TextField({
    max: 64,
    pattern: /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/,
    default: 'UTC',
    example: 'Europe/Berlin',
    description: 'Where days and weeks begin at midnight: a name of the IANA data base.',
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
      'What it counts: `all` when it is not divided; `p50` and `p90`, about, of seconds, `p50` and `p95` of milliseconds; `other`: the rest.',
  })
  key!: string;
  @Field(array(point(), { max: MOST_POINTS }), { description: 'The beginning of each step, and the value.' })
  points!: Point[];
}

export class FigureDto {
  @TextField(NAME) name!: string;
  @EnumField(UNITS, { name: 'FigureUnit', example: 'count' }) unit!: FigureDefinition['unit'];
  @TextField({ max: 64, nullable: true, example: 'outcome' }) by!: string | null;
  @EnumField(steps, { name: 'FigureStep', nullable: true, example: 'day', description: '`null`: as it is now.' })
  step!: Step | null;
  @ArrayField(() => FigureSeriesDto, { max: 100 }) series!: FigureSeriesDto[];
  @TimeField({ nullable: true, description: 'Until when all is counted; `null`: nothing was yet.' }) asOf!:
    string | null;
  @BooleanField({ description: 'Whether the time that was asked for goes on after `asOf`.' }) partial!: boolean;

  static of({ definition: { name, unit }, by, step, series, asOf, partial }: FigureAnswer): FigureDto {
    const shown = series.map(({ key, points }) => ({ key, points: [...points] }));
    return { name, unit, by: by ?? null, step, series: shown, asOf: asOf?.toISOString() ?? null, partial };
  }
}

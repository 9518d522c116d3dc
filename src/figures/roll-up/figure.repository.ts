import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { Tenant } from '../../shared/kernel/index.js';
import { advisoryLocks, Database, ReadDatabase, type Tx } from '../../shared/persistence/index.js';
import type { FigureSource, HourlyCount } from '../contract/figure-source.port.js';
import { FigureProgress } from './figure.entity.js';
import type { Hours } from './hours.js';

export interface Summed {
  readonly key: string;
  readonly start: Date;
  readonly count: number;
}

export const steps = ['hour', 'day', 'week'] as const;
export type Step = (typeof steps)[number];

export interface Asked {
  readonly name: string;
  readonly dimension: string;
  readonly from: Date;
  readonly to: Date;
  readonly step: Step;
  readonly zone: string;
}

/** Stores the counts of all figures (statistics), hour by hour. */
@Injectable()
export class FigureRepository {
  constructor(
    private readonly db: Database,
    private readonly reads: ReadDatabase,
    @InjectRepository(FigureProgress) private readonly figureProgress: Repository<FigureProgress>,
  ) {}

  async progress(source: string): Promise<FigureProgress | undefined> {
    return (await this.figureProgress.findOneBy({ source })) ?? undefined;
  }

  /**
   * Lets only one process count at a time. Any other process waits, and reads the rows only after that. So it never
   * replaces counts with older ones.
   */
  async lock(tx: Tx): Promise<void> {
    await tx.rows('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.figures]);
  }

  /**
   * Replaces the counts of these hours. Retention and erasure delete rows, so an hour before `keptBefore` keeps its
   * stored counts if fewer rows are found now than before.
   */
  async replace(
    tx: Tx,
    { hourly, rows }: FigureSource,
    { from, to }: Hours,
    counts: readonly HourlyCount[],
    keptBefore: Date,
  ): Promise<void> {
    const names = [rows, ...hourly.map(({ name }) => name)];
    await tx.rows(REPLACE, [names, from, to, JSON.stringify(counts), keptBefore, rows]);
  }

  /** Adds these counts to the stored counts of their hours. */
  async add(counts: readonly HourlyCount[]): Promise<void> {
    await this.db.rows(ADD, [JSON.stringify(counts)]);
  }

  async note(tx: Tx, source: string, until: Date, countedAt: Date): Promise<void> {
    await tx.rows(NOTE, [source, until, countedAt]);
  }

  async notePass(source: string, pass: 'recent' | 'deep', at: Date): Promise<void> {
    await this.figureProgress.update({ source }, { recentAt: at, ...(pass === 'deep' && { deepAt: at }) });
  }

  /** Deletes old counts. Returns whether there may be more of them. */
  async forget(before: Date, most: number): Promise<boolean> {
    return (await this.db.rows(FORGET, [before, most])).length === most;
  }

  sums({ enterpriseId, test }: Tenant, { name, dimension, from, to, step, zone }: Asked): Promise<Summed[]> {
    return this.reads.rows<Summed>(SUMS, [enterpriseId, test, name, dimension, from, to, step, zone]);
  }

  /** Returns the start times of all days or weeks of a period, in its time zone. */
  async starts({ from, to, step, zone }: Asked): Promise<Date[]> {
    return (await this.reads.rows<{ start: Date }>(STARTS, [from, to, step, zone])).map(({ start }) => start);
  }
}

const OF_HOURS = 'f.name = ANY ($1::text[]) AND f.at >= $2 AND f.at < $3';
const SAME_HOUR = (a: string, b: string): string =>
  ['enterprise_id', 'test', 'at'].map((column) => `${a}.${column} = ${b}.${column}`).join(' AND ');

const fresh = (counts: string): string => `
    SELECT "enterpriseId" AS enterprise_id, test, name, dimension, at, key, count FROM jsonb_to_recordset(${counts}::jsonb) AS c
      ("enterpriseId" text, test boolean, name text, dimension text, at timestamptz, key text, count bigint)`;

const ADD = `
  INSERT INTO shared.figure AS f (enterprise_id, test, name, dimension, at, key, count) ${fresh('$1')}
  ON CONFLICT (enterprise_id, test, name, dimension, at, key) DO UPDATE SET count = f.count + excluded.count`;

const REPLACE = `
  WITH fresh AS (${fresh('$4')}
  ), kept AS (
    SELECT f.enterprise_id, f.test, f.at FROM shared.figure f
    WHERE f.name = $6 AND f.at >= $2 AND f.at < least($3::timestamptz, $5::timestamptz)
      AND f.count > coalesce((SELECT n.count FROM fresh n WHERE ${SAME_HOUR('n', 'f')} AND n.name = $6), 0)
  ), removed AS (
    DELETE FROM shared.figure f WHERE ${OF_HOURS} AND NOT EXISTS (SELECT FROM kept k WHERE ${SAME_HOUR('k', 'f')})
      AND NOT EXISTS (
        SELECT FROM fresh n
        WHERE ${SAME_HOUR('n', 'f')} AND n.name = f.name AND n.dimension = f.dimension AND n.key = f.key)
  )
  INSERT INTO shared.figure AS f (enterprise_id, test, name, dimension, at, key, count)
  SELECT * FROM fresh n WHERE NOT EXISTS (SELECT FROM kept k WHERE ${SAME_HOUR('k', 'n')})
  ON CONFLICT (enterprise_id, test, name, dimension, at, key) DO UPDATE SET count = excluded.count
    WHERE f.count <> excluded.count`;

/**
 * Never stores a time later than the current time of the database: it would come from a process whose clock is wrong.
 */
const NOTE = `
  INSERT INTO shared.figure_progress AS p (source, until, counted_at) VALUES ($1, least($2, now()), least($3, now()))
  ON CONFLICT (source) DO UPDATE
    SET until = least(greatest(p.until, excluded.until), now()),
        counted_at = least(greatest(p.counted_at, excluded.counted_at), now())`;

const FORGET = `
  DELETE FROM shared.figure WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM shared.figure WHERE at < $1 LIMIT $2)) RETURNING 1`;

const SUMS = `
  SELECT key, date_trunc($7, at, $8) AS start, sum(count)::float8 AS count FROM shared.figure
  WHERE enterprise_id = $1 AND test = $2 AND name = $3 AND dimension = $4 AND at >= $5 AND at < $6
  GROUP BY 1, 2 ORDER BY 1, 2`;

const STARTS = `
  SELECT DISTINCT date_trunc($3, hour, $4) AS start
  FROM generate_series($1::timestamptz, $2::timestamptz - interval '1 microsecond', interval '1 hour') AS hour
  ORDER BY 1`;

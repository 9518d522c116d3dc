import type { AllTenants } from '../../shared/kernel/index.js';
import type { Sql } from '../../shared/persistence/index.js';
import type { HourlyRows } from '../roll-up/hourly-rows.js';
import type { Hours } from '../roll-up/hours.js';
import { FigureSource, type HourlyCount } from './figure-source.port.js';

/** Figures of the rows of one table. */
export abstract class RowFigures extends FigureSource {
  override readonly rows: string;

  constructor(private readonly hourlyRows: HourlyRows) {
    super();
    this.rows = hourlyRows.name;
  }

  override oldest(_scope: AllTenants, sql: Sql): Promise<Date | undefined> {
    return this.hourlyRows.oldest(sql);
  }

  override count(_scope: AllTenants, sql: Sql, hours: Hours): Promise<HourlyCount[]> {
    return this.hourlyRows.count(sql, hours);
  }
}

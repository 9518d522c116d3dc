import { Injectable } from '@nestjs/common';
import { AuditCounts, type CountedKind } from '../../../audit/contract/index.js';
import { type FigureDefinition, FigureSource, type HourlyCount, type Hours } from '../../../figures/contract/index.js';
import type { AllTenants } from '../../../shared/kernel/index.js';
import type { Sql } from '../../../shared/persistence/index.js';

/** Hourly sign-in figures, counted from the audit log. */
@Injectable()
export class SignInFigures extends FigureSource {
  override readonly rows = 'auth.rows';
  override readonly hourly: readonly FigureDefinition[] = [
    {
      name: 'auth.signIns',
      unit: 'count',
      description:
        'Sign-ins. Split by `method`, only successful sign-ins are counted. Split by `because`, only refused ones. Split by `outcome`, both.',
      by: ['method', 'outcome', 'because'],
    },
  ];

  constructor(private readonly counts: AuditCounts) {
    super();
  }

  override oldest(scope: AllTenants, sql: Sql): Promise<Date | undefined> {
    return this.counts.oldest(scope, sql);
  }

  override count(scope: AllTenants, sql: Sql, hours: Hours): Promise<readonly HourlyCount[]> {
    return this.counts.ofKind(scope, sql, hours, SIGN_INS);
  }
}

const SIGN_INS: CountedKind = {
  kind: 'auth.user-logged-in',
  name: 'auth.signIns',
  rows: 'auth.rows',
  dimensions: [
    { dimension: '', of: 'all', outcome: 'done' },
    { dimension: 'method', of: { member: 'by' }, outcome: 'done' },
    { dimension: 'outcome', of: 'outcome' },
    { dimension: 'because', of: { member: 'because' }, outcome: 'refused' },
  ],
};

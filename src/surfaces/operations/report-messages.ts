import type { Registry } from 'prom-client';
import type { Report } from '../../shared/observability/index.js';

export type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The reports of a single process, by kind. The reports in `ReportsOfAll` combine all processes. */
export interface OwnReports {
  readonly health: Report;
  readonly metrics: ProcessMetrics;
}
export interface ReportsOfAll {
  readonly health: Report;
  readonly metrics: string;
}
export type ReportKind = keyof OwnReports;

/** A message from the primary process to one of the others. */
export type ReportToProcess =
  | { readonly type: 'own-report-wanted'; readonly id: number; readonly kind: ReportKind }
  | { readonly type: 'report-of-all'; readonly id: number; readonly report: unknown };

/** A message from a process to the primary process. */
export type ReportToPrimary =
  | { readonly type: 'own-report'; readonly id: number; readonly report: unknown }
  | { readonly type: 'report-of-all-wanted'; readonly id: number; readonly kind: ReportKind };

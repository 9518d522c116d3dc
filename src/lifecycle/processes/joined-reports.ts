import { AggregatorRegistry } from 'prom-client';
import type { Report } from '../../shared/observability/index.js';
import type { OwnReports, ReportKind, ReportsOfAll } from '../../surfaces/operations/report-messages.js';

/**
 * The reports of all serving processes. `undefined` stands for a process that did not respond in time. It counts as
 * down, because it still receives its share of connections.
 */
export type Answers<K extends ReportKind> = readonly (OwnReports[K] | undefined)[];

type Join = { readonly [K in ReportKind]: (answers: Answers<K>, processes: number) => Promise<ReportsOfAll[K]> };

export const joined: Join = {
  health: (answers, processes) => Promise.resolve(healthOfAll(answers, processes)),
  metrics: (answers) => AggregatorRegistry.aggregate(answers.filter((answer) => answer !== undefined)).metrics(),
};

const upIf = (fact: boolean): 'up' | 'down' => (fact ? 'up' : 'down');

/**
 * The status is `up` if all serving processes are up. A process that is restarting does not change it, because the
 * others accept its connections. Only the check `processes` is down then.
 */
function healthOfAll(answers: Answers<'health'>, processes: number): Report {
  const reports = answers.filter((answer) => answer !== undefined);
  const names = [...new Set(reports.flatMap(({ checks }) => Object.keys(checks)))];
  return {
    status: upIf(answers.length > 0 && answers.every((answer) => answer?.status === 'up')),
    checks: {
      processes: upIf(answers.length >= processes && !answers.includes(undefined)),
      ...Object.fromEntries(names.map((name) => [name, upIf(reports.every(({ checks }) => checks[name] !== 'down'))])),
    },
  };
}

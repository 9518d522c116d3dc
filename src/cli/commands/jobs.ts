import { JobDesk } from '../../shared/events/jobs/job.desk.js';
import { defineCommand } from '../../shared/operations/command.js';

export const jobsList = defineCommand({
  name: 'jobs list',
  summary: 'Shows how many jobs of each kind wait, run, or were parked since they failed too often.',
  run: async ({ application, print }) => {
    const figures = await (await application()).get(JobDesk).figures();
    print(row('kind', 'waiting', 'running', 'parked', 'overdue'));
    for (const { kind, waiting, running, parked, overdueSeconds } of figures) {
      print(row(kind, `${waiting}`, `${running}`, `${parked}`, `${Math.round(overdueSeconds)} s`));
    }
    return 0;
  },
});

const row = (kind: string, ...cells: readonly string[]): string =>
  kind.padEnd(40) + cells.map((cell) => cell.padStart(10)).join('');

import { JobAdministration } from '../../shared/jobs/index.js';
import { UsageError, defineCommand } from '../../shared/observability/index.js';
import { OutboxRelay } from '../../shared/events/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';

export const jobsList = defineCommand({
  name: 'jobs list',
  summary: 'Shows how many jobs of each kind are waiting, held, running, or parked after too many failures.',
  run: async ({ application, print }) => {
    const figures = await (await application()).get(JobAdministration).figures();
    print(row('kind', 'waiting', 'held', 'running', 'parked', 'overdue'));
    for (const { kind, waiting, held, running, parked, overdueSeconds } of figures) {
      print(row(kind, `${waiting}`, `${held}`, `${running}`, `${parked}`, `${Math.round(overdueSeconds)} s`));
    }
    return 0;
  },
});

const row = (kind: string, ...cells: readonly string[]): string =>
  kind.padEnd(40) + cells.map((cell) => cell.padStart(10)).join('');

export const jobsReplay = defineCommand({
  name: 'jobs replay',
  summary: 'Puts parked jobs back to work: all of them, those of a kind, or one.',
  options: {
    kind: { type: 'string', value: 'KIND', summary: 'Only jobs of this kind, as `jobs list` shows it.' },
    id: { type: 'string', value: 'ID', summary: 'Only this job, as the log names it.' },
  },
  run: async ({ application, options, print }) => {
    const which = { kind: options.kind, id: givenId(options.id) };
    const app = await application();
    const replayed = await app.get(UnitOfWork).run(async (tx) => {
      const jobs = await app.get(JobAdministration).replayParked(which, tx);
      const details = { kind: which.kind ?? null, id: which.id ?? null, jobs };
      if (jobs > 0) tx.pending.audit.push({ kind: 'system.job-replayed', details });
      return jobs;
    });
    print(`${replayed} parked jobs will be done again.`);
    return 0;
  },
});

export const outboxReplay = defineCommand({
  name: 'outbox replay',
  summary: 'Puts parked events back to work: all of them, those of a type, or one.',
  options: {
    type: { type: 'string', value: 'TYPE', summary: 'Only events of this type, such as `users.user-onboarded.v1`.' },
    id: { type: 'string', value: 'ID', summary: 'Only this event, as the log names it.' },
  },
  run: async ({ application, options, print }) => {
    const which = { type: options.type, id: givenId(options.id) };
    const app = await application();
    const replayed = await app.get(UnitOfWork).run(async (tx) => {
      const events = await app.get(OutboxRelay).replayParked(which, tx);
      const details = { type: which.type ?? null, id: which.id ?? null, events };
      if (events > 0) tx.pending.audit.push({ kind: 'system.event-replayed', details });
      return events;
    });
    print(`${replayed} parked events will be delivered again.`);
    return 0;
  },
});

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Checks the id of a job, event or delivery, which is a UUID. */
export function givenId(id: string | undefined): string | undefined {
  if (id === undefined || UUID.test(id)) return id;
  throw new UsageError('--id takes a UUID, as the log names it.');
}

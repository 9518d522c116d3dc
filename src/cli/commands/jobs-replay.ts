import { JobDesk } from '../../shared/events/jobs/job.desk.js';
import { defineCommand } from '../../shared/operations/command.js';
import { givenId } from './given-id.js';

export const jobsReplay = defineCommand({
  name: 'jobs replay',
  summary: 'Puts parked jobs back to work: all of them, those of a kind, or one.',
  options: {
    kind: { type: 'string', value: 'KIND', summary: 'Only jobs of this kind, as `jobs list` shows it.' },
    id: { type: 'string', value: 'ID', summary: 'Only this job, as the log names it.' },
  },
  run: async ({ application, options, print }) => {
    const which = { kind: options.kind, id: givenId(options.id) };
    const replayed = await (await application()).get(JobDesk).replayParked(which);
    print(`${replayed} parked jobs will be done again.`);
    return 0;
  },
});

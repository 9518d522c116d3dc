import { currentActor } from '../../shared/kernel/request-context.js';
import { CalledWrongly, defineCommand } from '../../shared/operations/command.js';
import { readNewUser } from '../controllers/read-new-users.js';
import {
  ImportTotals,
  ImportUsers,
  type ImportRequest,
  type RefusedLine,
} from '../services/import/import-users.service.js';
import { BadHeader } from '../services/import/user-lines.js';
import { givenTenant, tenantOptions } from './given-tenant.js';
import { ImportFile } from './import/import-file.js';
import { ImportProgress } from './import/import-progress.js';
import { summaryOf, type Outcome } from './import/import-summary.js';
import { RefusedLines } from './import/refused-lines.js';

const INTERRUPTED = 130;

export const usersImport = defineCommand({
  name: 'users import',
  takes: '<file>',
  summary:
    'Enrols users from a file of NDJSON or CSV, or from standard input (-). Whoever is there already is left as they are.',
  options: {
    ...tenantOptions,
    format: { type: 'string', value: 'FORMAT', summary: 'ndjson or csv. Default: by the ending of the file.' },
    'send-codes': { type: 'boolean', summary: 'Has an activation code sent to each new user who can be reached.' },
    refused: { type: 'string', value: 'FILE', summary: 'Where refused lines go, as NDJSON with the reasons.' },
    'dry-run': { type: 'boolean', summary: 'Only checks the lines, and enrols nobody.' },
  },
  endsInOrder: true,
  run: async ({ application, options, given, interrupted, print }) => {
    const file = ImportFile.open(given, options.format, interrupted);
    const refused = RefusedLines.open(options.refused, file.stats);
    const app = await application();
    const tenant = await givenTenant(app, options);
    const totals = new ImportTotals();
    const progress = new ImportProgress(totals, file).start();
    const dryRun = options['dry-run'];
    let ended: Outcome['ended'] = 'failed';
    try {
      const checks = { read: newUserReader(), refuse: (line: RefusedLine) => refused.add(line), dryRun };
      const request = { tenant, users: file.users(), sendCodes: options['send-codes'], signal: interrupted, ...checks };
      await app.get(ImportUsers).run(request, totals);
      ended = interrupted.aborted ? 'interrupted' : 'finished';
    } catch (error) {
      throw error instanceof BadHeader ? new CalledWrongly(error.message) : error;
    } finally {
      progress.stop();
      refused.close();
      const outcome = { ended, totals, seconds: progress.seconds, dryRun, refusedFile: refused.file };
      for (const line of summaryOf(outcome)) print(line);
    }
    return ended === 'interrupted' ? INTERRUPTED : Number(totals.refused > 0);
  },
});

function newUserReader(): ImportRequest['read'] {
  const createdBy = `operator:${currentActor().id}`;
  return (user) => readNewUser(user, createdBy);
}

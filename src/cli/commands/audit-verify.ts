import { readFileSync } from 'node:fs';
import { verifyAudit } from '../../audit/chain/verification/verify-audit.command.js';
import { UsageError, defineCommand } from '../../shared/observability/index.js';
import { Database } from '../../shared/persistence/index.js';

export const auditVerify = defineCommand({
  name: 'audit verify',
  summary: 'Verifies the audit log and finds the first broken link. Exits with 1 if it is damaged.',
  options: {
    checkpoint: {
      type: 'string',
      value: 'FILE',
      summary: 'A checkpoint that you keep outside the database. The chain must agree with it.',
    },
  },
  run: async ({ application, options, print }) => {
    const checkpoint = options.checkpoint === undefined ? undefined : readCheckpoint(options.checkpoint);
    return verifyAudit((await application()).get(Database), print, { checkpoint });
  },
});

function readCheckpoint(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new UsageError(`--checkpoint names ${file}, which cannot be read.`);
  }
}

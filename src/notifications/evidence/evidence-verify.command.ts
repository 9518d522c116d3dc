import { inWords } from '@countersign/evidence';
import { checkEvidenceFile, readKeys } from '@countersign/evidence/node';
import { EvidenceKeys } from '../../auth/contract/index.js';
import { UsageError, defineCommand } from '../../shared/observability/index.js';

export const evidenceVerify = defineCommand({
  name: 'evidence verify',
  summary: 'Verifies the evidence of a signed answer with the published keys.',
  takes: '<file>',
  options: {
    keys: {
      type: 'string',
      value: 'FILE',
      summary: 'A copy of evidence-keys.json. Nothing else is then needed: no database, no network.',
    },
  },
  run: async ({ given, options, application, print }) => {
    const [file, ...more] = given;
    if (file === undefined || more.length > 0) throw new UsageError('Name one file with evidence');
    const published = options.keys
      ? await readKeys(options.keys)
      : { keys: await (await application()).get(EvidenceKeys).published() };
    const report = await checkEvidenceFile(file, published);
    for (const line of inWords(report)) print(line);
    return report.valid ? 0 : 1;
  },
});

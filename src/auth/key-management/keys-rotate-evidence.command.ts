import { defineCommand } from '../../shared/observability/index.js';
import { KeyAdministration } from './key-administration.service.js';

export const keysRotateEvidence = defineCommand({
  name: 'keys rotate-evidence',
  summary: 'Makes a new key for receipts of evidence. The old ones stay published for ever.',
  run: async ({ application, print }) => {
    const keys = (await application()).get(KeyAdministration);
    for (const { kid } of await keys.rotate({ use: 'evidence', compromised: false })) {
      print(`Receipts are signed with ${kid}`);
    }
    return 0;
  },
});

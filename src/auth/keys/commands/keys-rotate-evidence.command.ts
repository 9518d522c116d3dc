import { defineCommand } from '../../../shared/observability/index.js';
import { EvidenceSigningKeys } from '../evidence-signing-keys.service.js';

export const keysRotateEvidence = defineCommand({
  name: 'keys rotate-evidence',
  summary: 'Makes a new key for receipts of evidence. The old ones stay published for ever.',
  run: async ({ application, print }) => {
    print(`Receipts are signed with ${await (await application()).get(EvidenceSigningKeys).rotate()}`);
    return 0;
  },
});

import { defineCommand } from '../../shared/observability/index.js';
import { KeyAdministration } from './key-administration.service.js';

export const keysRotateSigning = defineCommand({
  name: 'keys rotate-signing',
  summary: 'Publishes new keys for signing tokens and uses them a day later. Signatures of the old keys stay valid.',
  options: {
    compromised: {
      type: 'boolean',
      summary:
        'After a leak: withdraws every key at once. All tokens that they signed are void, and new keys sign now.',
    },
  },
  run: async ({ application, options: { compromised }, print }) => {
    const keys = (await application()).get(KeyAdministration);
    for (const { algorithm, kid, signsFrom } of await keys.rotate({ use: 'signing', compromised })) {
      print(
        compromised
          ? `${algorithm} signs with ${kid}; all earlier keys are withdrawn`
          : `${algorithm} key ${kid} is published, and signs from ${signsFrom.toISOString()} on`,
      );
    }
    return 0;
  },
});

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

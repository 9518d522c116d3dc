import { defineCommand } from '../../../shared/observability/index.js';
import { signingAlgorithms, type SigningAlgorithm } from '../signing-key-state.js';
import { SigningKeyRotation } from '../signing-key-rotation.service.js';

export const keysRotateSigning = defineCommand({
  name: 'keys rotate-signing',
  summary: 'Publishes new keys for signing tokens, which are used a day later. What the old ones signed stays good.',
  options: {
    compromised: {
      type: 'boolean',
      summary:
        'After a leak: withdraws every key at once. All tokens that they signed are void, and new keys sign now.',
    },
  },
  run: async ({ application, options, print }) => {
    const rotation = (await application()).get(SigningKeyRotation);
    for (const algorithm of signingAlgorithms) {
      print(await (options.compromised ? replaced(rotation, algorithm) : scheduled(rotation, algorithm)));
    }
    return 0;
  },
});

async function scheduled(rotation: SigningKeyRotation, algorithm: SigningAlgorithm): Promise<string> {
  const { kid, at } = await rotation.schedule(algorithm);
  return `${algorithm} key ${kid} is published, and signs from ${at.toISOString()} on`;
}

const replaced = async (rotation: SigningKeyRotation, algorithm: SigningAlgorithm): Promise<string> =>
  `${algorithm} signs with ${await rotation.replaceCompromised(algorithm)}; all earlier keys are withdrawn`;

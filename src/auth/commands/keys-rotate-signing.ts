import { defineCommand } from '../../shared/operations/command.js';
import { signingAlgorithms } from '../domain/signing-key-state.js';
import { SigningKeyRotation } from '../services/signing-key-rotation.service.js';

export const keysRotateSigning = defineCommand({
  name: 'keys rotate-signing',
  summary: 'Signs tokens with new keys from now on. What the old ones have signed stays good until it expires.',
  run: async ({ application, print }) => {
    const rotation = (await application()).get(SigningKeyRotation);
    for (const algorithm of signingAlgorithms) print(`${algorithm} signs with ${await rotation.rotate(algorithm)}`);
    return 0;
  },
});

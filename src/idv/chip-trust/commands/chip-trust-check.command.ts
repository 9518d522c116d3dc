import { type Certificate, readSecurityObject, refusing } from '@countersign/emrtd/verify';
import { CONFIG, type Config } from '../../../config.js';
import { Clock } from '../../../shared/kernel/index.js';
import { defineCommand } from '../../../shared/observability/index.js';
import { ChipTrust } from '../chip-trust.service.js';
import { fileGiven, inWords } from './trust-file.reader.js';

export const chipTrustCheck = defineCommand({
  name: 'idv chip-trust check',
  takes: '<file>',
  summary: 'Checks a signed object (EF.SOD) of a document: whether a trusted state has signed it. Keeps nothing.',
  run: async ({ application, given, print }) => {
    const bytes = fileGiven(given);
    const app = await application();
    const trust = await app.get(ChipTrust).store();
    const now = app.get(Clock).now().getTime();
    return inWords(print, () =>
      Promise.resolve(
        refusing(() => {
          const { signer, groups } = readSecurityObject(bytes, new Set(app.get<Config>(CONFIG).idvChipDeviations));
          const { authority, revocation } = trust.check(signer, now);
          print(`Signed by ${signer.country ?? 'no state'}, signer until ${dayOf(signer)}`);
          print(`Authority SHA-256 ${authority.fingerprint}`);
          print(`Revocation: ${revocation}. Data groups: ${[...groups.keys()].join(', ')}`);
          return 0;
        }),
      ),
    );
  },
});

const dayOf = ({ until }: Certificate): string => new Date(until).toISOString().slice(0, 10);

import { UsageError, defineCommand } from '../../../shared/observability/index.js';
import { commandLineManager } from '../administrators.service.js';
import { ClientsService } from '../clients.service.js';

const LONGEST_OVERLAP = 2_592_000;

export const clientSecretRotate = defineCommand({
  name: 'client secret rotate',
  summary: 'Makes a new secret for a client, and shows it once.',
  takes: '<client id>',
  options: {
    overlap: {
      type: 'string',
      value: 'SECONDS',
      summary: 'For how many seconds the previous secrets keep working. Default: 0.',
    },
    enterprise: { type: 'string', value: 'ID', summary: 'The enterprise that owns it. Default: default.' },
  },
  run: async ({ application, given, options, print }) => {
    const [clientId] = given;
    const overlap = Number(options.overlap ?? '0');
    if (clientId === undefined) throw new UsageError('Say which client.');
    if (!Number.isInteger(overlap) || overlap < 0 || overlap > LONGEST_OVERLAP) {
      throw new UsageError(`--overlap takes 0 to ${LONGEST_OVERLAP} seconds.`);
    }
    const by = commandLineManager(options.enterprise ?? 'default');
    const { secret } = await (await application()).get(ClientsService).rotateSecret(by, clientId, overlap);
    print(JSON.stringify({ clientId, clientSecret: secret }, null, 2));
    return 0;
  },
});

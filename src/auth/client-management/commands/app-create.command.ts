import { UsageError, defineCommand } from '../../../shared/observability/index.js';
import { CONFIG, type Config } from '../../../config.js';
import { Enterprises } from '../../../users/contract/index.js';
import { appUrlOf } from '../../contract/app-clients.port.js';
import { RegisteredAppClients } from '../registered-app-clients.service.js';

export const appCreate = defineCommand({
  name: 'app create',
  summary: 'Makes a client for the app at MOBILE_URL/app/, and shows where its users open it.',
  options: {
    name: { type: 'string', value: 'NAME', summary: 'What people read when they sign in. Default: App.' },
    enterprise: { type: 'string', value: 'ID', summary: 'The enterprise that owns it. Default: default.' },
    test: { type: 'boolean', summary: 'For test data only.' },
  },
  run: async ({ application, options, print }) => {
    const { name: clientName = 'App', enterprise: enterpriseId = 'default', test } = options;
    const app = await application();
    if (!(await app.get(Enterprises).exists(enterpriseId)))
      throw new UsageError(`There is no enterprise ${enterpriseId}.`);
    const { clientId } = await app.get(RegisteredAppClients).make({ clientName, enterpriseId, test });
    const url = appUrlOf(clientId, app.get<Config>(CONFIG));
    print(JSON.stringify({ clientId, url }, null, 2));
    return 0;
  },
});

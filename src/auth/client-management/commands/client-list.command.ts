import { defineCommand } from '../../../shared/observability/index.js';
import type { Client } from '../../client/client.entity.js';
import { commandLineManager } from '../administrators.service.js';
import { ClientsService } from '../clients.service.js';

const PAGE = 200;

export const clientList = defineCommand({
  name: 'client list',
  summary: 'Shows the clients of an enterprise, test clients included.',
  options: { enterprise: { type: 'string', value: 'ID', summary: 'Default: default.' } },
  run: async ({ application, options, print }) => {
    const clients = (await application()).get(ClientsService);
    const by = commandLineManager(options.enterprise ?? 'default');
    let page: Client[];
    let after = '';
    do {
      page = await clients.list(by, {}, after, PAGE);
      for (const client of page) print(line(client));
      after = page.at(-1)?.clientId ?? '';
    } while (page.length === PAGE);
    return 0;
  },
});

function line({ clientId, clientName, administrator, test, grantTypes, scopes }: Client): string {
  const marks = [administrator && 'administrator', test && 'test'].filter(Boolean).join(' ');
  return [clientId, clientName, marks, grantTypes.join(' '), scopes.join(' ')].filter(Boolean).join('  ');
}

import { Database, UnitOfWork } from '../../../src/shared/persistence/index.js';
import { NotificationRepository } from '../../../src/notifications/notification/notification.repository.js';
import type { UserRef } from '../../../src/users/contract/index.js';
import { describeLanguages, example, type Language } from '../../support/languages.js';
import { addressee } from '../../support/notifications.js';
import { freePorts, Program } from '../../support/program.js';
import { portalOf } from '../../support/tokens.js';
import { shared, until } from './shared.js';

const LANGUAGES: readonly Language<[]>[] = [
  { name: 'Node', needs: ['node'], run: () => ['node', example('enterprise-server.mjs')] },
  { name: 'Python', needs: ['python3'], run: () => ['python3', '-B', example('enterprise_server.py')] },
];
const SCOPES = ['notifications:read', 'notifications:write'];

async function openOf({ sub }: UserRef): Promise<string | undefined> {
  const [row] = await shared.running.app
    .get(Database)
    .rows<{ id: string }>(`SELECT notification_uuid AS id FROM notifications.notification WHERE sub = $1`, [sub]);
  return row?.id;
}

describe('The sample server', () => {
  describeLanguages('The sample server of an enterprise', LANGUAGES, ({ run }) => {
    it.each([
      ['accept', '25.00 EUR to Bookshop: paid'],
      ['reject', '25.00 EUR to Bookshop: not paid (UPDATED reject)'],
    ])('acts on %s', async (response, outcome) => {
      const user = await addressee(shared.running);
      const owner = await portalOf(shared.running, { scopes: [...SCOPES, 'clients:write'] });
      const client = { clientName: 'Payments', grantTypes: ['client_credentials'], scopes: SCOPES };
      const { clientId, clientSecret } = (await owner.post('/v1/clients', client)).body;
      const PORT = (await freePorts())['OPS_PORT'] ?? '';
      const PUBLIC_URL = `http://127.0.0.1:${PORT}`;
      const endpoint = await shared.portal.post('/v1/webhookEndpoints', { url: `${PUBLIC_URL}/`, eventTypes: [] });
      const [command, ...args] = run('');
      const program = Program.startCommand(
        {
          AUTH_URL: shared.running.url('auth'),
          API_URL: shared.running.url('management'),
          CLIENT_ID: clientId,
          CLIENT_SECRET: clientSecret,
          WEBHOOK_SECRET: endpoint.body.secret,
          PUBLIC_URL,
          PORT,
          USER_ID: user.userId,
        },
        command!,
        args,
      );
      let uuid: string | undefined;
      await until(async () => (uuid = await openOf(user)) !== undefined);
      await shared.running.app.get(UnitOfWork).run(async (tx) => {
        const notifications = shared.running.app.get(NotificationRepository);
        const notification = await notifications.lockOfUser(tx, user.sub, uuid!);
        const facts = { signatureVerified: false, stepUpDone: false, deviceId: null, clientIp: null, evidence: null };
        notification!.answer({ response, ...facts }, new Date());
        await notifications.save(tx, notification!);
      });
      expect([await program.exited, program.err]).toEqual([0, '']);
      expect(new Set(program.out.trim().split('\n'))).toEqual(new Set([`asked ${uuid}: ACTIVE`, outcome]));
    });
  });
});

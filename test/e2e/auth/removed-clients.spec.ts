import { randomUUID } from 'node:crypto';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { until } from '../../integration/support/until.js';
import type { TestApplication } from '../../support/application.js';
import { codeIn, redeem, signedIn } from '../../support/code-flow.js';
import { sharedApplication } from '../../support/shared-application.js';
import { application, authorizeUrl } from '../../support/signing-in.js';
import { portalOf } from '../../support/tokens.js';

let running: TestApplication;

const SCOPE = 'openid offline_access';

const refresh = (client: Client, token: string) =>
  redeem(running, client, '', { grant_type: 'refresh_token', code: undefined, refresh_token: token });

/** What is kept for long of a client. */
async function kept({ clientId }: Client): Promise<string[]> {
  const sql = `SELECT model FROM auth.engine_record
    WHERE payload->>'clientId' = $1 AND model IN ('Grant', 'RefreshToken') ORDER BY model`;
  return (await running.app.get(Database).rows<{ model: string }>(sql, [clientId])).map(({ model }) => model);
}

describe('Removed clients', () => {
  beforeAll(async () => {
    running = await sharedApplication();
  });

  describe('A client that is removed', () => {
    it('takes what users had granted to it with it, and leaves what they granted to others', async () => {
      const [gone, stays] = [await application(running), await application(running)];
      const { person, back } = await signedIn(running, gone, `r-${randomUUID().slice(0, 8)}`, { scope: SCOPE });
      const { body: tokens } = await redeem(running, gone, codeIn(back));
      const other = await person.open(authorizeUrl(running, stays, { scope: SCOPE }));
      const { body: others } = await redeem(running, stays, codeIn(other));
      expect(await kept(gone)).toEqual(['Grant', 'RefreshToken']);

      const portal = await portalOf(running, { scopes: ['clients:write', ...gone.scopes] });
      expect((await portal.delete(`/v1/clients/${gone.clientId}`)).status).toBe(204);

      expect(await refresh(gone, tokens.refresh_token)).toMatchObject({
        status: 401,
        body: { error: 'invalid_client' },
      });
      await until(async () => (await kept(gone)).length === 0);
      expect(await kept(stays)).toEqual(['Grant', 'RefreshToken']);
      expect((await refresh(stays, others.refresh_token)).status).toBe(200);
    });
  });
});

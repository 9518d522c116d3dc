import { randomUUID } from 'node:crypto';
import * as oidc from 'openid-client';
import { TokenRevocation } from '../../../src/auth/tokens/token-revocation.service.js';
import { Clock } from '../../../src/shared/kernel/index.js';
import { UnitOfWork } from '../../../src/shared/persistence/index.js';
import type { TestApplication } from '../../support/application.js';
import { codeIn, redeem, signedIn } from '../../support/code-flow.js';
import { clientWithSecret, relyingParty } from '../../support/relying-party.js';
import { sharedApplication } from '../../support/shared-application.js';
import { application } from '../../support/signing-in.js';
import type { PortalOptions } from '../../support/tokens.js';

let running: TestApplication;

/** The tokens of a user, as an application passes them on to a server of its enterprise. */
async function tokensOf(scope: string) {
  const bank = await application(running);
  const userId = `i-${randomUUID().slice(0, 8)}`;
  const { sub, back } = await signedIn(running, bank, userId, { scope });
  const { body } = await redeem(running, bank, codeIn(back));
  return { bank, sub, userId, access: body.access_token as string, refresh: body.refresh_token as string };
}

async function server(options: PortalOptions) {
  const { client, secret } = await clientWithSecret(running, options);
  return relyingParty(running, client.clientId, secret);
}
const READS = ['users:read', 'notifications:read'];
const UNKNOWN = { active: false };

describe('Introspection', () => {
  beforeAll(async () => {
    running = await sharedApplication();
  });

  describe('A server of the enterprise', () => {
    it('is told about a token for the mobile surface that a user brings', async () => {
      const { bank, sub, userId, access } = await tokensOf('openid notifications');
      const config = await server({ scopes: ['notifications:read'] });
      expect(await oidc.tokenIntrospection(config, access)).toMatchObject({
        active: true,
        token_type: 'Bearer',
        sub,
        user_id: userId,
        client_id: bank.clientId,
        scope: 'openid notifications',
        aud: 'https://mobile.test',
        enterprise_id: 'default',
        test: false,
      });
    });

    it('is told about an opaque token that says who somebody is', async () => {
      const { bank, sub, userId, access } = await tokensOf('openid profile');
      const config = await server({ scopes: ['users:read'] });
      expect(await oidc.tokenIntrospection(config, access)).toMatchObject({
        active: true,
        sub,
        user_id: userId,
        client_id: bank.clientId,
        scope: 'openid profile',
      });
    });

    it('cannot revoke either, and learns it when their own client does', async () => {
      const { bank, access, refresh } = await tokensOf('openid notifications offline_access');
      const config = await server({ scopes: READS });
      await expect(oidc.tokenRevocation(config, access)).rejects.toMatchObject({ error: 'invalid_request' });
      expect(await oidc.tokenIntrospection(config, access)).toMatchObject({ active: true });
      await oidc.tokenRevocation(await relyingParty(running, bank.clientId, oidc.None()), refresh);
      expect(await oidc.tokenIntrospection(config, access)).toEqual(UNKNOWN);
    });

    it('is told nothing about a refresh token, which no user brings to a server', async () => {
      const { refresh } = await tokensOf('openid offline_access');
      expect(await oidc.tokenIntrospection(await server({ scopes: READS }), refresh)).toEqual(UNKNOWN);
    });
  });

  describe.each(['openid notifications', 'openid'])('A token for %s, when its client loses its tokens,', (scope) => {
    const cutOff = (id: string, before?: number) =>
      running.app
        .get(UnitOfWork)
        .run((tx) =>
          running.app
            .get(TokenRevocation)
            .cutOff(tx, { kind: 'client', id, reason: 'ended', ...(before && { before }) }),
        );

    it('stays valid if it was issued later, even in the same second', async () => {
      const bank = await application(running);
      const { back } = await signedIn(running, bank, `i-${randomUUID().slice(0, 8)}`, { scope });
      await cutOff(bank.clientId, running.app.get(Clock).now().getTime() - 1);
      const { body } = await redeem(running, bank, codeIn(back));
      expect(await oidc.tokenIntrospection(await server({ scopes: READS }), body.access_token)).toMatchObject({
        active: true,
      });
    });

    it('is revoked if it was issued before, even by a process whose clock runs ahead', async () => {
      const now = Date.now();
      const bank = await application(running);
      const { back } = await signedIn(running, bank, `i-${randomUUID().slice(0, 8)}`, { scope });
      const ahead = jest.spyOn(Date, 'now').mockImplementation(() => now + 20_000);
      const { body } = await redeem(running, bank, codeIn(back));
      ahead.mockRestore();
      const asking = await server({ scopes: READS });
      expect(await oidc.tokenIntrospection(asking, body.access_token)).toMatchObject({ active: true });
      await cutOff(bank.clientId);
      expect(await oidc.tokenIntrospection(asking, body.access_token)).toEqual(UNKNOWN);
    });
  });

  describe.each(['openid notifications', 'openid'])('A token for %s', (scope) => {
    it.each<[string, PortalOptions]>([
      ['for a server of another enterprise', { scopes: READS, enterpriseId: 'other' }],
      ['for a server on the test side', { scopes: READS, test: true }],
      ['for a server that may not read what it is about', { scopes: ['webhooks:read'] }],
      ['for an administrator of another enterprise', { scopes: READS, enterpriseId: 'other', administrator: true }],
    ])('is not there %s', async (_whom, options) => {
      const { access } = await tokensOf(scope);
      expect(await oidc.tokenIntrospection(await server(options), access)).toEqual(UNKNOWN);
    });

    it('is not there for another application', async () => {
      const { access } = await tokensOf(scope);
      const other = await relyingParty(running, (await application(running)).clientId, oidc.None());
      expect(await oidc.tokenIntrospection(other, access)).toEqual(UNKNOWN);
    });
  });
});

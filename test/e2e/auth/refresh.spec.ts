import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { AuthorizationServer } from '../../../src/auth/protocol/engine/authorization-server.service.js';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { Clock, Tenant } from '../../../src/shared/kernel/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { UserDirectory } from '../../../src/users/contract/index.js';
import type { TestApplication } from '../../support/application.js';
import { clientWithSecret, fetchAt, relyingParty } from '../../support/relying-party.js';
import { meetAt, waiting } from '../../support/held-locks.js';
import { sharedApplication } from '../../support/shared-application.js';
import { newUser } from '../../support/someone.js';
import { portalOf, type Portal } from '../../support/tokens.js';

const MOBILE = 'https://mobile.test';

let running: TestApplication;
let portal: Portal;

const bank = async () => {
  const { client, secret } = await clientWithSecret(running, {
    scopes: ['openid', 'profile', 'offline_access', 'notifications'],
    grantTypes: ['authorization_code', 'refresh_token'],
    redirectUris: ['https://bank.example/cb'],
  });
  return { client, config: await relyingParty(running, client.clientId, secret) };
};

async function activeUser(userId: string): Promise<string> {
  await portal.post('/v1/users', newUser(userId, { firstName: 'Jane' }));
  await running.app.get(Database).rows(`UPDATE users."user" SET status = 'ACTIVE' WHERE user_id = $1`, [userId]);
  const card = await running.app.get(UserDirectory).findByLogin(Tenant.of('default', false), userId);
  return card?.ref.sub ?? '';
}

/** What the end of a login would have led to. */
async function refreshTokenOf(client: Client, sub: string, scope = 'openid notifications'): Promise<string> {
  const provider = await running.app.get(AuthorizationServer).provider();
  const grant = new provider.Grant({ accountId: sub, clientId: client.clientId });
  grant.addOIDCScope('openid profile');
  grant.addResourceScope(MOBILE, 'notifications');
  const grantId = await grant.save();
  const known = await provider.Client.find(client.clientId);
  if (!known) throw new Error('no client');
  const token = new provider.RefreshToken({
    accountId: sub,
    client: known,
    grantId,
    gty: 'authorization_code',
    scope,
    resource: MOBILE,
    rotations: 0,
    authTime: 1_700_000_000,
  });
  return token.save();
}

describe('Refresh', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    portal = await portalOf(running, { scopes: ['users:read', 'users:write'] });
  });

  describe('A refresh token', () => {
    it('yields a token for the user that the mobile surface understands, and its own successor', async () => {
      const { client, config } = await bank();
      const sub = await activeUser('jane');
      const first = await refreshTokenOf(client, sub);
      const tokens = await oidc.refreshTokenGrant(config, first);
      expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 300, scope: 'openid notifications' });
      expect(tokens.refresh_token).not.toBe(first);
      expect(decodeJwt(tokens.access_token)).toMatchObject({
        sub,
        aud: MOBILE,
        client_id: client.clientId,
        scope: 'openid notifications',
        enterprise_id: 'default',
        test: false,
        user_id: 'jane',
        gid: expect.any(String),
        auth_time: 1_700_000_000,
      });
      const keys = createRemoteJWKSet(new URL('https://auth.test/service/authserver/oauth/jwks'), {
        [customFetch]: fetchAt(running),
      });
      const idToken = await jwtVerify(tokens.id_token ?? '', keys, { audience: client.clientId });
      expect(idToken).toMatchObject({ payload: { sub }, protectedHeader: { alg: 'RS256' } });
    });

    it('does not move the end of its grant, which is a year away at most', async () => {
      const { client, config } = await bank();
      let token = await refreshTokenOf(client, await activeUser('yearly'));
      const ends = () =>
        running.app.get(Database).rows<{ end: Date; far: boolean }>(
          `SELECT expires_at AS end, expires_at > now() + interval '365 days' AS far FROM auth.engine_record
             WHERE model = 'Grant' AND payload ->> 'clientId' = $1`,
          [client.clientId],
        );
      const before = await ends();
      expect(before).toMatchObject([{ far: false }]);
      for (let use = 0; use < 3; use += 1) token = (await oidc.refreshTokenGrant(config, token)).refresh_token ?? '';
      expect(await ends()).toEqual(before);
    });

    it('may be repeated within a day when the answer was lost, however often, and voids what was lost', async () => {
      const { client, config } = await bank();
      const first = await refreshTokenOf(client, await activeUser('joe'));
      const lost = await oidc.refreshTokenGrant(config, first);
      await running.app
        .get(Database)
        .rows(`UPDATE auth.engine_record SET consumed_at = consumed_at - interval '23 hours' WHERE account_id = $1`, [
          decodeJwt(lost.access_token).sub,
        ]);
      await oidc.refreshTokenGrant(config, first);
      const again = await oidc.refreshTokenGrant(config, first);
      expect(again.refresh_token).not.toBe(lost.refresh_token);
      const next = await oidc.refreshTokenGrant(config, again.refresh_token ?? '');
      // Its successor was used: whoever holds the first one now is somebody else.
      await expect(oidc.refreshTokenGrant(config, first)).rejects.toMatchObject({ error: 'invalid_grant' });
      await expect(oidc.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({
        error: 'invalid_grant',
      });
    });

    it.each<[string, (config: oidc.Configuration, first: string) => Promise<void>]>([
      [
        'a use a day after the first one',
        async (config, first) => {
          const second = await oidc.refreshTokenGrant(config, first);
          const { sub } = decodeJwt(second.access_token);
          const sql = `UPDATE auth.engine_record SET consumed_at = consumed_at - interval '25 hours' WHERE account_id = $1`;
          await running.app.get(Database).rows(sql, [sub]);
        },
      ],
      [
        'a use after its successor was used',
        async (config, first) => {
          const second = await oidc.refreshTokenGrant(config, first);
          await oidc.refreshTokenGrant(config, second.refresh_token ?? '');
        },
      ],
      [
        'a use after the successor of its repetition was used',
        async (config, first) => {
          await oidc.refreshTokenGrant(config, first);
          const third = await oidc.refreshTokenGrant(config, first);
          await oidc.refreshTokenGrant(config, third.refresh_token ?? '');
        },
      ],
    ])('revokes its whole family by %s (refresh token reuse)', async (_what, before) => {
      const { client, config } = await bank();
      const sub = await activeUser(`user-${Math.random().toString(36).slice(2)}`);
      const first = await refreshTokenOf(client, sub);
      await before(config, first);
      const [newest] = await running.app
        .get(Database)
        .rows(
          `SELECT count(*)::int AS n FROM auth.engine_record WHERE account_id = $1 AND model = 'RefreshToken' AND consumed_at IS NULL`,
          [sub],
        );
      expect(newest).toEqual({ n: 1 });
      await expect(oidc.refreshTokenGrant(config, first)).rejects.toMatchObject({ error: 'invalid_grant' });
      const left = await running.app
        .get(Database)
        .rows(`SELECT model FROM auth.engine_record WHERE account_id = $1 AND model = 'RefreshToken'`, [sub]);
      expect(left).toEqual([]);
    });

    it('voids the access tokens of its grant when it is reused', async () => {
      const { client, config } = await bank();
      const first = await refreshTokenOf(client, await activeUser('jill'));
      const { access_token: token, refresh_token: second = '' } = await oidc.refreshTokenGrant(config, first);
      expect(await oidc.tokenIntrospection(config, token)).toMatchObject({ active: true, user_id: 'jill' });
      await oidc.refreshTokenGrant(config, second);
      await expect(oidc.refreshTokenGrant(config, first)).rejects.toMatchObject({ error: 'invalid_grant' });
      expect(await oidc.tokenIntrospection(config, token)).toEqual({ active: false });
    });

    it.each([2, 6])('leaves one line alive when %i use it at once', async (many) => {
      const { client, config } = await bank();
      const sub = await activeUser(`jack-of-${many}`);
      const first = await refreshTokenOf(client, sub);
      const row = `SELECT FROM auth.engine_record WHERE model = 'RefreshToken' AND id_hash = $1 FOR UPDATE`;
      const lock = { sql: row, params: [hash('sha256', first, 'base64url')] };
      const uses = Array.from({ length: many }, () => () => oidc.refreshTokenGrant(config, first));
      const good = (await meetAt(running, lock, uses)).map(({ refresh_token = '' }) => refresh_token);
      expect(good).toHaveLength(many);
      const unused = await running.app
        .get(Database)
        .rows<{ id: string }>(
          `SELECT id_hash AS id FROM auth.engine_record WHERE account_id = $1 AND model = 'RefreshToken' AND consumed_at IS NULL`,
          [sub],
        );
      expect(unused).toHaveLength(1);
      const alive = good.find((token) => hash('sha256', token, 'base64url') === unused[0]?.id);
      await oidc.refreshTokenGrant(config, alive ?? '');
    });

    it('is as it was when its process is lost while it is used', async () => {
      const { client, config } = await bank();
      const first = await refreshTokenOf(client, await activeUser('judy'));
      const row = `SELECT FROM auth.engine_record WHERE model = 'RefreshToken' AND id_hash = $1 FOR UPDATE`;
      const holder = await running.database.connect();
      await holder.query('BEGIN');
      await holder.query(row, [hash('sha256', first, 'base64url')]);
      const lost = oidc.refreshTokenGrant(config, first).then(
        () => 'answered',
        () => 'lost',
      );
      while ((await waiting(holder)) === 0) await sleep(5);
      await holder.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(await lost).toBe('lost');
      await holder.query('COMMIT');
      await holder.end();
      const { refresh_token: second = '' } = await oidc.refreshTokenGrant(config, first);
      await oidc.refreshTokenGrant(config, second);
    });

    it.each(['before', 'after'])(
      'that was displaced by a repetition revokes its family when it is used, %s the thief goes on (stolen token)',
      async (when) => {
        const { client, config } = await bank();
        const first = await refreshTokenOf(client, await activeUser(`robbed-${when}`));
        const victim = await oidc.refreshTokenGrant(config, first);
        let thief = await oidc.refreshTokenGrant(config, first);
        if (when === 'after') thief = await oidc.refreshTokenGrant(config, thief.refresh_token ?? '');
        const refused = { error: 'invalid_grant' };
        await expect(oidc.refreshTokenGrant(config, victim.refresh_token ?? '')).rejects.toMatchObject(refused);
        await expect(oidc.refreshTokenGrant(config, thief.refresh_token ?? '')).rejects.toMatchObject(refused);
        expect(await oidc.tokenIntrospection(config, thief.access_token)).toEqual({ active: false });
      },
    );

    it('is refused to another client, and left as it was (cross-client token)', async () => {
      const [mine, other] = [await bank(), await bank()];
      const first = await refreshTokenOf(mine.client, await activeUser('june'));
      await expect(oidc.refreshTokenGrant(other.config, first)).rejects.toMatchObject({ error: 'invalid_grant' });
      await oidc.refreshTokenGrant(mine.config, first);
    });

    it('gives no more scopes than were granted', async () => {
      const { client, config } = await bank();
      const first = await refreshTokenOf(client, await activeUser('jeff'));
      await expect(oidc.refreshTokenGrant(config, first, { scope: 'openid email' })).rejects.toMatchObject({
        error: 'invalid_scope',
      });
    });

    it('that is revoked is audited for its enterprise, with the client and the user that it was of', async () => {
      const { client, config } = await bank();
      const sub = await activeUser('jada');
      await oidc.tokenRevocation(config, await refreshTokenOf(client, sub));
      const entries = await running.app.get(Database).rows(
        `SELECT enterprise_id, test, subject_alias IS NOT NULL AS "hasSubject" FROM shared.audit_entry
         WHERE kind = 'auth.grant-revoked' AND details->>'clientId' = $1`,
        [client.clientId],
      );
      expect(entries).toEqual([{ enterprise_id: 'default', test: false, hasSubject: true }]);
    });

    it.each([-60_000, 60_000])(
      'that is revoked ends what was issued until then, by a clock that is %d ms off',
      async (off) => {
        const { client, config } = await bank();
        const first = await refreshTokenOf(client, await activeUser(`clock${off}`));
        const { access_token: token, refresh_token: second = '' } = await oidc.refreshTokenGrant(config, first);
        const clock = jest.spyOn(running.app.get(Clock), 'now').mockImplementation(() => new Date(Date.now() + off));
        await oidc.tokenRevocation(config, second);
        clock.mockRestore();
        expect(await oidc.tokenIntrospection(config, token)).toEqual({ active: false });
        const [cutOff] = await running.app
          .get(Database)
          .rows<{ early: boolean; late: boolean }>(
            `SELECT before < now() - interval '30 seconds' AS early, before > now() AS late FROM auth.cut_off WHERE id = $1`,
            [decodeJwt(token)['gid']],
          );
        expect(cutOff).toEqual({ early: false, late: false });
      },
    );

    it('that is revoked takes the access tokens of its grant with it', async () => {
      const { client, config } = await bank();
      const first = await refreshTokenOf(client, await activeUser('jess'));
      const { access_token: token, refresh_token: second = '' } = await oidc.refreshTokenGrant(config, first);
      await oidc.tokenRevocation(config, second);
      await expect(oidc.refreshTokenGrant(config, second)).rejects.toMatchObject({ error: 'invalid_grant' });
      expect(await oidc.tokenIntrospection(config, token)).toEqual({ active: false });
    });
  });

  describe('A user who leaves ACTIVE', () => {
    it('has no tokens any more: none that refreshes, and none that opens a surface', async () => {
      const { client, config } = await bank();
      const sub = await activeUser('judy');
      const { access_token: token, refresh_token: next = '' } = await oidc.refreshTokenGrant(
        config,
        await refreshTokenOf(client, sub),
      );
      expect(await oidc.tokenIntrospection(config, token)).toMatchObject({ active: true });
      expect((await portal.put('/v1/users/judy/status', { status: 'BLOCKED' })).status).toBe(200);
      expect(await oidc.tokenIntrospection(config, token)).toEqual({ active: false });
      await expect(oidc.refreshTokenGrant(config, next)).rejects.toMatchObject({ error: 'invalid_grant' });
      const left = await running.app
        .get(Database)
        .rows('SELECT model FROM auth.engine_record WHERE account_id = $1', [sub]);
      expect(left).toEqual([]);
    });
  });
});

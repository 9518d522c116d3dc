import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { Database } from '../../../src/shared/persistence/index.js';
import type { LevelDemands } from '../../../src/users/contract/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { codeIn, redeem } from '../../support/code-flow.js';
import type { Seen } from '../../support/person.js';
import { clientWithSecret, relyingParty } from '../../support/relying-party.js';
import { application, authorizeUrl, chooseSignIn, MANY_LOGINS } from '../../support/signing-in.js';
import { Someone } from '../../support/leveled-user.js';
import { type Portal, portalOf } from '../../support/tokens.js';
import { Statements } from '../../support/statements.js';

let running: TestApplication;
let bank: Client;
let strict: Client;
let wishing: Client;
let administrator: Portal;

const ACR = 'urn:countersign:acr:';

const told = async (client: Client, back: Seen) => {
  const { body } = await redeem(running, client, codeIn(back));
  return { id: decodeJwt(body.id_token), body };
};
const errorIn = ({ left }: Seen) => left?.searchParams.get('error');
const asksForMore = ({ html, forms }: Seen): boolean =>
  html.includes('One more step') && !forms.some(({ action }) => action.endsWith('/login'));

/** Changes what the enterprise demands, until the next test. */
async function demanded(signIn: LevelDemands = { leastLevel: 1, groups: [] }): Promise<void> {
  expect(await administrator.patch('/v1/enterprises/default', { signIn })).toMatchObject({
    status: 200,
    body: { signIn },
  });
}

/** As if the user had proven all of that so long ago. */
const age = (sub: string, seconds: number) =>
  running.app.get(Database).rows(
    `UPDATE auth.engine_record SET payload = payload || jsonb_build_object('loginTs', (payload->>'loginTs')::int - $2::int,
       'factors', (SELECT jsonb_object_agg(key, value::int - $2::int) FROM jsonb_each_text(payload->'factors')))
     WHERE model = 'Session' AND account_id = $1`,
    [sub, seconds],
  );

const essential = (...values: string[]) => JSON.stringify({ id_token: { acr: { essential: true, values } } });

describe('The level of a sign-in', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: MANY_LOGINS });
    bank = await application(running);
    strict = await application(running, { leastLevel: 2 });
    wishing = await application(running, { defaultAcrValues: [`${ACR}2`] });
    administrator = await portalOf(running, { scopes: ['enterprises:write'], administrator: true });
  });
  afterEach(() => demanded());
  afterAll(() => running.close());

  describe('that was reached', () => {
    it('is told with the methods and the time, in the ID token, in access tokens, at a refresh and by introspection', async () => {
      const { client, secret } = await clientWithSecret(running, { scopes: ['users:read', 'notifications:read'] });
      const server = await relyingParty(running, client.clientId, secret);
      const someone = await Someone.with(running);
      const scope = 'openid notifications offline_access';
      const { id, body } = await told(bank, await someone.givesPassword(await someone.asks(bank, { scope })));
      const expected = { acr: `${ACR}1`, amr: ['pwd'], auth_time: id['auth_time'] };
      expect(id).toMatchObject({ ...expected, auth_time: expect.any(Number) });
      expect(decodeJwt(body.access_token)).toMatchObject(expected);
      expect(await oidc.tokenIntrospection(server, body.access_token)).toMatchObject(expected);
      const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token, redirect_uri: undefined };
      const refreshed = await redeem(running, bank, '', { ...refresh, code: undefined, code_verifier: undefined });
      expect(decodeJwt(refreshed.body.access_token)).toMatchObject(expected);
      expect(decodeJwt(refreshed.body.id_token)).toMatchObject(expected);
      const opaque = (await told(bank, await someone.asks(bank))).body.access_token as string;
      expect(await oidc.tokenIntrospection(server, opaque)).toMatchObject(expected);
    });

    it('is told by the word that was asked for', async () => {
      const someone = await Someone.with(running, { passkey: true });
      const { id } = await told(bank, await someone.givesPasskey(await someone.asks(bank, { acr_values: 'phr' })));
      expect(id).toMatchObject({ acr: 'phr', amr: ['pop', 'user', 'mfa'] });
      const lower = await told(bank, await someone.asks(bank, { claims: essential(`${ACR}2`) }));
      expect(lower.id['acr']).toBe(`${ACR}2`);
      expect((await told(bank, await someone.asks(bank))).id['acr']).toBe(`${ACR}3`);
    });

    it('is told in the discovery document, with the words that requests may name', async () => {
      const answer = await fetch(running.url('auth', '/service/authserver/.well-known/openid-configuration'));
      expect(await answer.json()).toMatchObject({
        acr_values_supported: [`${ACR}1`, `${ACR}2`, `${ACR}3`, 'phr', 'phrh'],
      });
    });
  });

  describe('that is demanded', () => {
    it.each<[string, (someone: Someone) => Promise<Seen>]>([
      ['a client', (someone) => someone.asks(strict)],
      ['the default of a client', (someone) => someone.asks(wishing)],
      [
        'an enterprise',
        async (someone) => {
          await demanded({ leastLevel: 2, groups: [] });
          return someone.asks(bank);
        },
      ],
      [
        'a group',
        async (someone) => {
          await demanded({ leastLevel: 1, groups: [{ group: 'staff', leastLevel: 3 }] });
          return someone.asks(bank);
        },
      ],
      ['an essential claim', (someone) => someone.asks(bank, { claims: essential('phr') })],
      ['acr_values', (someone) => someone.asks(bank, { acr_values: `${ACR}2` })],
    ])('asks a signed-in user for the missing factor only, demanded by %s', async (by, ask) => {
      const someone = await Someone.with(running, { passkey: true, primaryGroup: 'staff' });
      expect((await told(bank, await someone.givesPassword(await someone.asks(bank)))).id['acr']).toBe(`${ACR}1`);
      const page = await ask(someone);
      expect(asksForMore(page)).toBe(true);
      const asked = { 'a client': strict, 'the default of a client': wishing }[by] ?? bank;
      const { id } = await told(asked, await someone.givesPasskey(page));
      expect(id['amr']).toEqual(['pwd', 'pop', 'user', 'mfa']);
    });

    it('is not demanded of members of other groups', async () => {
      await demanded({ leastLevel: 1, groups: [{ group: 'staff', leastLevel: 3 }] });
      const someone = await Someone.with(running, { passkey: true });
      expect((await told(bank, await someone.givesPassword(await someone.asks(bank)))).id['acr']).toBe(`${ACR}1`);
    });

    it('ends the request when nobody can reach it', async () => {
      const someone = await Someone.with(running);
      const page = await someone.asks(bank, { claims: essential('urn:example:gold') });
      expect(errorIn(await someone.givesPassword(page))).toBe('unmet_authentication_requirements');
    });

    it('is not asked of a user who cannot reach it when it is a wish only', async () => {
      const someone = await Someone.with(running);
      const page = await someone.asks(bank, { acr_values: `${ACR}2 phr` });
      expect((await told(bank, await someone.givesPassword(page))).id['acr']).toBe(`${ACR}1`);
    });

    it('is an error of its own without a prompt', async () => {
      const someone = await Someone.with(running, { passkey: true });
      await someone.givesPassword(await someone.asks(bank));
      expect(errorIn(await someone.asks(strict, { prompt: 'none' }))).toBe('unmet_authentication_requirements');
    });

    it('costs no statement more when it is held, at the authorization and for the tokens', async () => {
      const someone = await Someone.with(running, { passkey: true });
      for (const client of [bank, strict])
        await told(client, await someone.asks(client).then((page) => (page.left ? page : someone.givesPasskey(page))));
      const statements = Statements.of(running);
      const cost = async (client: Client, params: Record<string, string> = {}) => {
        const [asked, redeemed] = [randomUUID(), randomUUID()];
        const url = authorizeUrl(running, client, params);
        const back = await someone.person.go(url, { method: 'GET', headers: { 'x-request-id': asked } });
        const { status } = await redeem(running, client, codeIn(back), {}, { 'x-request-id': redeemed });
        expect(status).toBe(200);
        return [statements.causedBy(asked).length, statements.causedBy(redeemed).length];
      };
      const plain = await cost(bank);
      expect(Math.min(...plain)).toBeGreaterThan(0);
      expect([await cost(strict), await cost(strict, { acr_values: 'phr' })]).toEqual([plain, plain]);
    });
  });

  describe('in a session', () => {
    it('is kept when the user signs in again by password, which only makes it newer', async () => {
      const someone = await Someone.with(running, { passkey: true });
      await someone.givesPasskey(await someone.asks(bank));
      await age(someone.sub, 3_600);
      const { id } = await told(bank, await someone.givesPassword(await someone.asks(bank, { prompt: 'login' })));
      expect([id['acr'], id['amr']]).toEqual([`${ACR}3`, ['pwd', 'pop', 'user', 'mfa']]);
      expect(Number(id['auth_time'])).toBeGreaterThan(Date.now() / 1000 - 60);
    });

    it('is kept only for as long as max_age says: older factors are asked for anew', async () => {
      const someone = await Someone.with(running, { passkey: true });
      await someone.givesPasskey(await someone.asks(strict));
      await age(someone.sub, 100);
      expect((await someone.asks(strict, { max_age: '200' })).left).toBeDefined();
      const page = await someone.asks(strict, { max_age: '60' });
      const second = await someone.givesPassword(page);
      expect(asksForMore(second)).toBe(true);
      await age(someone.sub, 61); // the password was proven for this very request
      expect((await told(strict, await someone.givesPasskey(second))).id['acr']).toBe(`${ACR}3`);
    });

    it('is not told of a factor that is older than max_age and cannot be proven again', async () => {
      const someone = await Someone.with(running, { passkey: true });
      await someone.givesPasskey(await someone.asks(bank));
      await age(someone.sub, 100);
      await running.app.get(Database).rows('DELETE FROM auth.passkey WHERE sub = $1', [someone.sub]);
      const page = await someone.asks(bank, { max_age: '60', acr_values: 'phr', scope: 'openid notifications' });
      const { id, body } = await told(bank, await someone.givesPassword(page));
      for (const claims of [id, decodeJwt(body.access_token)])
        expect([claims['acr'], claims['amr']]).toEqual([`${ACR}1`, ['pwd']]);
    });

    it('is not told of a factor that the enterprise no longer allows', async () => {
      const someone = await Someone.with(running, { totp: true });
      const second = await someone.givesPassword(await someone.asks(strict));
      const { id } = await told(strict, await someone.givesCode(second));
      expect([id['acr'], id['amr']]).toEqual([`${ACR}2`, ['pwd', 'otp', 'mfa']]);
      await chooseSignIn(running, { factors: ['approval'] });
      try {
        const later = await told(bank, await someone.asks(bank));
        expect([later.id['acr'], later.id['amr']]).toEqual([`${ACR}1`, ['pwd']]);
      } finally {
        await chooseSignIn(running, { factors: ['totp', 'approval', 'recoveryCode'] });
      }
      expect((await told(bank, await someone.asks(bank))).id['acr']).toBe(`${ACR}2`);
    });
  });

  describe('of somebody else', () => {
    it('is not reached by the passkey of another user, who does not take the session over either', async () => {
      const [someone, other] = [
        await Someone.with(running, { passkey: true }),
        await Someone.with(running, { passkey: true }),
      ];
      const page = await someone.givesPassword(await someone.asks(strict));
      const refused = await someone.givesPasskey(page, other.device);
      expect([refused.status, asksForMore(refused)]).toEqual([403, true]);
      expect((await told(bank, await someone.asks(bank))).id.sub).toBe(someone.sub);
    });

    it('by the session of another user, in whose browser somebody signs in', async () => {
      const owner = await Someone.with(running, { passkey: true });
      await owner.givesPasskey(await owner.asks(strict));
      const guest = Object.assign(await Someone.with(running, { totp: true }), { person: owner.person });
      const page = await guest.givesPassword(await guest.asks(strict, { prompt: 'login' }));
      expect(asksForMore(page)).toBe(true);
      const { id } = await told(bank, await guest.asks(bank));
      expect([id.sub, id['acr'], id['amr']]).toEqual([guest.sub, `${ACR}1`, ['pwd']]);
      expect(errorIn(await owner.asks(strict, { prompt: 'none' }))).toBe('unmet_authentication_requirements');
    });
  });
});

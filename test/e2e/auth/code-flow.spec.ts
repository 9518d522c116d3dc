import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { Database } from '../../../src/shared/persistence/index.js';
import type { TestApplication } from '../../support/application.js';
import { Authenticator } from '../../support/authenticator.js';
import { callbackIn, codeIn, redeem, signedIn } from '../../support/code-flow.js';
import { Person, type Seen } from '../../support/person.js';
import { clientWithSecret, relyingParty } from '../../support/relying-party.js';
import { sharedApplication } from '../../support/shared-application.js';
import { active, application, authorizeUrl, PASSWORD, VERIFIER } from '../../support/signing-in.js';

let running: TestApplication;
let bank: Client;

const someId = (): string => `f-${randomUUID().slice(0, 8)}`;
const FIELDS = { expectedState: 'xyz', pkceCodeVerifier: VERIFIER, idTokenExpected: true };

describe('Code flow', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    bank = await application(running);
  });

  describe('The ID token', () => {
    const claimsOf = async (back: Seen, expected: object = {}) => {
      const config = await relyingParty(running, bank.clientId, oidc.None());
      return (await oidc.authorizationCodeGrant(config, callbackIn(back), { ...FIELDS, ...expected })).claims();
    };

    it('says by which methods the user logged in, and when: by a password', async () => {
      const seconds = () => Math.floor(Date.now() / 1000);
      const before = seconds();
      const { back } = await signedIn(running, bank, someId(), { nonce: 'n-1' });
      const claims = await claimsOf(back, { expectedNonce: 'n-1' });
      expect(claims).toMatchObject({ amr: ['pwd'], auth_time: expect.any(Number) });
      expect(claims?.auth_time).toBeGreaterThanOrEqual(before - 5);
      expect(claims?.auth_time).toBeLessThanOrEqual(seconds() + 5);
    });

    it('says so of a passkey', async () => {
      const person = new Person(running);
      const device = await Authenticator.registered(running, await active(running, someId()));
      const page = await person.open(authorizeUrl(running, bank));
      const form = page.forms.find(({ action }) => action.endsWith('/passkey'));
      const body = new URLSearchParams(form?.fields);
      const options = await person.go(new URL(`${form?.action}/options`, page.url), { method: 'POST', body });
      const { challenge } = JSON.parse(options.html) as { challenge: string };
      const back = await person.send(page, '/passkey', { response: device.answer(challenge) });
      expect(await claimsOf(back)).toMatchObject({ amr: ['pop', 'user', 'mfa'], auth_time: expect.any(Number) });
    });

    it('tells the time of that login however often the session is used after it', async () => {
      const { person, back } = await signedIn(running, bank, someId());
      const first = await claimsOf(back);
      const again = await claimsOf(await person.open(authorizeUrl(running, bank)));
      expect(again).toMatchObject({ amr: ['pwd'], auth_time: first?.auth_time });
    });

    it('names the groups of the user, and the address as verified only once the user has read a mail there', async () => {
      const userId = someId();
      const details = {
        emailId: `${userId}@bank.example`,
        primaryGroup: 'retail',
        secondaryGroups: ['gold', 'retail'],
      };
      const sub = await active(running, userId, details);
      const person = new Person(running);
      const asked = authorizeUrl(running, bank, { scope: 'openid email groups' });
      const page = await person.open(asked);
      const first = await claimsOf(await person.send(page, '/login', { login: userId, password: PASSWORD }));
      expect(first).toMatchObject({ email: details.emailId, groups: ['retail', 'gold'] });
      expect(first).not.toHaveProperty('email_verified');
      await running.app.get(Database).rows('UPDATE users."user" SET verified_email = email_id WHERE sub = $1', [sub]);
      expect(await claimsOf(await person.open(asked))).toMatchObject({ email_verified: true });
    });

    it('says the same when it comes by a refresh token, without the nonce of the sign-in', async () => {
      const scope = 'openid offline_access';
      const config = await relyingParty(running, bank.clientId, oidc.None());
      const { back } = await signedIn(running, bank, someId(), { scope, nonce: 'n-2' });
      const tokens = await oidc.authorizationCodeGrant(config, callbackIn(back), { ...FIELDS, expectedNonce: 'n-2' });
      const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
      expect(renewed.claims()).toMatchObject({ amr: ['pwd'], auth_time: tokens.claims()?.auth_time });
      expect(renewed.claims()).not.toHaveProperty('nonce');
    });
  });

  describe('Userinfo', () => {
    it('is told to the token of an app as to any other, as far as its scopes go', async () => {
      const userId = someId();
      const { back, sub } = await signedIn(running, bank, userId, { scope: 'openid notifications profile' });
      const { access_token: token, scope } = (await redeem(running, bank, codeIn(back))).body;
      expect([scope, decodeJwt(token)['scope']]).toEqual(Array(2).fill('openid profile notifications'));
      const config = await relyingParty(running, bank.clientId, oidc.None());
      expect(await oidc.fetchUserInfo(config, token, sub)).toEqual({ sub, locale: 'en', preferred_username: userId });
      await oidc.tokenRevocation(config, token);
      await expect(oidc.fetchUserInfo(config, token, sub)).rejects.toMatchObject({ status: 401 });
    });

    it('is not told to one without openid, nor to one that is bound to a key without the proof', async () => {
      const { person, back, sub } = await signedIn(running, bank, someId(), { scope: 'notifications' });
      const config = await relyingParty(running, bank.clientId, oidc.None());
      const plain = (await redeem(running, bank, codeIn(back))).body;
      await expect(oidc.fetchUserInfo(config, plain.access_token, sub)).rejects.toMatchObject({
        status: 403,
      });
      const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair());
      const callback = callbackIn(await person.open(authorizeUrl(running, bank, { scope: 'openid notifications' })));
      const { access_token: bound } = await oidc.authorizationCodeGrant(config, callback, FIELDS, undefined, { DPoP });
      await expect(oidc.fetchUserInfo(config, bound, sub)).rejects.toMatchObject({ status: 401 });
      await oidc.fetchUserInfo(config, bound, sub, { DPoP });
    });
  });

  describe('An answer in the fragment', () => {
    it('comes to who asks for it, errors too', async () => {
      const { person, back } = await signedIn(running, bank, someId(), { response_mode: 'fragment' });
      const answer = callbackIn(back);
      expect(answer.search).toBe('');
      answer.search = answer.hash.slice(1);
      expect((await redeem(running, bank, answer.searchParams.get('code') ?? '')).status).toBe(200);
      const refused = callbackIn(
        await person.open(authorizeUrl(running, bank, { response_mode: 'fragment', scope: 'openid users:read' })),
      );
      expect(new URLSearchParams(refused.hash.slice(1)).get('error')).toBe('invalid_scope');
    });
  });

  describe('A refresh token', () => {
    const tokensFor = async (client: Client, back: Seen) => (await redeem(running, client, codeIn(back))).body;
    const OFFLINE = { scope: 'openid notifications offline_access' };

    it('comes to an application of the enterprise that asks for offline access, without a page in between', async () => {
      const { person, back } = await signedIn(running, bank, someId(), OFFLINE);
      expect(await tokensFor(bank, back)).toMatchObject({ refresh_token: expect.any(String) });
      const silently = await person.open(authorizeUrl(running, bank, { ...OFFLINE, prompt: 'none' }));
      const { refresh_token: token } = await tokensFor(bank, silently);
      const config = await relyingParty(running, bank.clientId, oidc.None());
      const { access_token: renewed } = await oidc.refreshTokenGrant(config, token);
      expect(decodeJwt(renewed)).toMatchObject({ scope: 'openid offline_access notifications' });
    });

    it('comes when the request was pushed ahead', async () => {
      const { client, secret } = await clientWithSecret(running, {
        scopes: ['openid', 'offline_access'],
        grantTypes: ['authorization_code', 'refresh_token'],
        redirectUris: ['https://app.example/callback'],
        firstParty: true,
        requirePushedAuthorizationRequests: true,
      });
      const { person } = await signedIn(running, bank, someId());
      const config = await relyingParty(running, client.clientId, secret);
      const url = await oidc.buildAuthorizationUrlWithPAR(config, {
        redirect_uri: 'https://app.example/callback',
        scope: 'openid offline_access',
        code_challenge: await oidc.calculatePKCECodeChallenge(VERIFIER),
        code_challenge_method: 'S256',
      });
      const callback = callbackIn(await person.open(url));
      const tokens = await oidc.authorizationCodeGrant(config, callback, { pkceCodeVerifier: VERIFIER });
      expect(tokens.refresh_token).toEqual(expect.any(String));
    });

    it('does not come unasked', async () => {
      const { back } = await signedIn(running, bank, someId(), { scope: 'openid notifications' });
      expect(await tokensFor(bank, back)).not.toHaveProperty('refresh_token');
    });

    it('does not come to a client that was not given that way to get tokens', async () => {
      const kiosk = await application(running, { grantTypes: ['authorization_code'] });
      const { back } = await signedIn(running, kiosk, someId(), OFFLINE);
      expect(await tokensFor(kiosk, back)).not.toHaveProperty('refresh_token');
    });

    it('does not come to a client that does not hold the scope', async () => {
      const kiosk = await application(running, { scopes: ['openid', 'notifications'] });
      const { back } = await signedIn(running, kiosk, someId(), OFFLINE);
      expect(await tokensFor(kiosk, back)).not.toHaveProperty('refresh_token');
    });

    it("comes to somebody else's application once its user has agreed to just that", async () => {
      const shop = await application(running, { firstParty: false });
      const scope = 'openid offline_access';
      const { person, back: asked } = await signedIn(running, shop, someId(), { scope: 'openid' });
      await person.send(asked, '/consent', { consent: 'allow' });
      const page = await person.open(authorizeUrl(running, shop, { scope }));
      expect(page.html).toContain('keep this access while you are away');
      const back = await person.send(page, '/consent', { consent: 'allow' });
      expect(await tokensFor(shop, back)).toMatchObject({ refresh_token: expect.any(String) });
      const remembered = await person.open(authorizeUrl(running, shop, { scope }));
      expect(await tokensFor(shop, remembered)).toMatchObject({ refresh_token: expect.any(String) });
    });
  });
});

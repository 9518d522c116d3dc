import { codeIn, redeem } from '../../support/code-flow.js';
import { someId, TestPortal } from '../../support/portal.js';
import { active, application, PASSWORD } from '../../support/signing-in.js';

let portal: TestPortal;

describe('Pages consent', () => {
  beforeAll(async () => {
    portal = await TestPortal.open();
  });
  afterAll(() => portal.close());

  describe('Consent', () => {
    it('is asked of users of applications that are not the own, and remembered', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId, { firstName: 'Ana', lastName: 'Ruiz' });
      const shop = await application(portal.running, { firstParty: false, clientName: 'Corner <Shop>' });
      const page = await portal.signIn(
        person,
        userId,
        PASSWORD,
        await portal.page(person, shop, { scope: 'openid email' }),
      );
      expect(page.html).toContain('Corner &#60;Shop&#62;');
      expect(page.html).toContain('Ana Ruiz');
      expect(page.forms[0]?.buttons).toEqual([
        { name: 'consent', value: 'allow' },
        { name: 'consent', value: 'deny' },
      ]);
      const back = await person.send(page, '/consent', { consent: 'allow' });
      expect(back.left?.searchParams.has('code')).toBe(true);
      expect((await portal.page(person, shop, { scope: 'openid email' })).left?.searchParams.has('code')).toBe(true);
      expect((await portal.page(person, shop, { scope: 'openid email phone' })).html).toContain(
        'see your phone number',
      );
    });

    it.each([
      ['openid email', {}, 'This access ends with your sign-in.'],
      ['openid offline_access', {}, 'has not used it for 14 days, and after one year in any case.'],
      ['openid offline_access', { refreshTokenTtl: 7_200 }, 'has not used it for 2 hours,'],
    ])('says how long the access lasts, and where it is ended: %s %j', async (scope, profile, lasting) => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId);
      const shop = await application(portal.running, { firstParty: false, ...profile });
      const page = await portal.signIn(person, userId, PASSWORD, await portal.page(person, shop, { scope }));
      expect(page.html).toContain(lasting);
      expect(page.html).toContain('href="/service/account/"');
    });

    it('is not asked of users of the own application, even with prompt=consent', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId);
      const params = { scope: 'openid offline_access', prompt: 'consent' };
      const back = await portal.signIn(person, userId, PASSWORD, await portal.page(person, portal.client, params));
      expect(await portal.tokensFor(back)).toHaveProperty('refresh_token');
    });

    it('is asked again of users of any other with prompt=consent', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId);
      const shop = await application(portal.running, { firstParty: false });
      const page = await portal.signIn(person, userId, PASSWORD, await portal.page(person, shop));
      await person.send(page, '/consent', { consent: 'allow' });
      expect((await portal.page(person, shop)).left?.searchParams.has('code')).toBe(true);
      expect((await portal.page(person, shop, { prompt: 'consent' })).forms[0]?.action).toMatch(/\/consent$/);
    });

    it('is asked in each request of a client that demands it, though it is the own and all was allowed before', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId);
      const shop = await application(portal.running, { consentEachTime: true });
      const page = await portal.signIn(person, userId, PASSWORD, await portal.page(person, shop));
      for (const asking of [page, await portal.page(person, shop), await portal.page(person, shop)]) {
        expect(asking.html).toContain('see your name and your language');
        const answered = await person.send(asking, '/consent', { consent: 'allow' });
        expect(await portal.tokensFor(answered, shop)).toHaveProperty('id_token');
      }
      const silent = await portal.page(person, shop, { prompt: 'none' });
      expect(silent.left?.searchParams.get('error')).toBe('consent_required');
    });

    it('can be refused', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId);
      const shop = await application(portal.running, { firstParty: false });
      const page = await portal.signIn(person, userId, PASSWORD, await portal.page(person, shop));
      const back = await person.send(page, '/consent', { consent: 'deny' });
      expect(back.left?.searchParams.get('error')).toBe('access_denied');
    });
  });

  describe('An app that answers to a scheme, and has no secret', () => {
    const app = (profile = {}) =>
      application(portal.running, {
        applicationType: 'native',
        redirectUris: ['com.example.app:/cb'],
        clientName: 'Bank <App>',
        ...profile,
      });

    it('gets no code silently, though it is the own: its user says each time that they have opened it', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId, { firstName: 'Ana', lastName: 'Ruiz' });
      await portal.signIn(person, userId, PASSWORD);
      const client = await app();
      for (const answer of ['allow', 'deny', 'allow'] as const) {
        const page = await portal.page(person, client);
        expect(page).toMatchObject({ status: 200, left: undefined });
        expect(page.html).toContain('Bank &#60;App&#62;');
        expect(page.html).not.toContain('permission');
        expect(page.headers.get('content-security-policy')).toContain("form-action 'self' com.example.app:");
        const back = await person.send(page, '/consent', { consent: answer });
        expect(back.left?.protocol).toBe('com.example.app:');
        expect(back.left?.searchParams.get(answer === 'allow' ? 'code' : 'error')).toBeTruthy();
      }
      const silent = await portal.page(person, client, { prompt: 'none' });
      expect(silent.left?.searchParams.get('error')).toBe('interaction_required');
    });

    it('gets one from a user who has just signed in for it', async () => {
      const [userId, person, client] = [someId(), portal.newcomer(), await app()];
      await active(portal.running, userId);
      const back = await portal.signIn(person, userId, PASSWORD, await portal.page(person, client));
      expect(back.left?.searchParams.has('code')).toBe(true);
    });

    it('asks for permission as any other when it is not the own', async () => {
      const [userId, person, client] = [someId(), portal.newcomer(), await app({ firstParty: false })];
      await active(portal.running, userId);
      const page = await portal.signIn(person, userId, PASSWORD, await portal.page(person, client));
      expect(page.html).toContain('permission');
    });
  });

  describe('Signing out', () => {
    const out = (params: Record<string, string>) =>
      `/service/authserver/oauth/logout?${new URLSearchParams(params).toString()}`;

    it('asks nothing of the own application that shows the ID token of this session', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId);
      const { id_token: hint } = await portal.tokensFor(
        await portal.signIn(person, userId, PASSWORD, await portal.page(person, portal.client, { scope: 'openid' })),
      );
      const left = await person.open(
        out({ id_token_hint: hint, post_logout_redirect_uri: 'https://app.example/bye', state: 'abc' }),
      );
      expect(left.left?.href).toBe('https://app.example/bye?state=abc');
      expect(person.cookies.map(({ name }) => name)).not.toContain('__Host-cs-auth-session');
      expect((await portal.page(person)).html).toContain('name="password"');
    });

    it('asks when that token is of somebody else, or of an application that is not the own', async () => {
      const tokens = async (client = portal.client) => {
        const [userId, person] = [someId(), portal.newcomer()];
        await active(portal.running, userId);
        let back = await portal.signIn(
          person,
          userId,
          PASSWORD,
          await portal.page(person, client, { scope: 'openid' }),
        );
        if (!back.left) back = await person.send(back, '/consent', { consent: 'allow' });
        return { person, back };
      };
      const [one, other] = [await tokens(), await tokens()];
      const { id_token: hint } = await portal.tokensFor(other.back);
      expect((await one.person.open(out({ id_token_hint: hint }))).html).toContain('Sign out?');
      const shop = await application(portal.running, { firstParty: false });
      const bought = await tokens(shop);
      const { body } = await redeem(portal.running, shop, codeIn(bought.back));
      expect((await bought.person.open(out({ id_token_hint: body.id_token }))).html).toContain('Sign out?');
    });

    it('asks first, and then leads back to the application', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId);
      await portal.signIn(person, userId, PASSWORD);
      const query = new URLSearchParams({
        client_id: portal.client.clientId,
        post_logout_redirect_uri: 'https://app.example/bye',
      });
      const page = await person.open(`/service/authserver/oauth/logout?${query.toString()}`);
      expect(page.html).toContain('Sign out?');
      expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example");
      const out = await person.send(page, '/logout/confirm', { logout: 'yes' });
      expect(out.left?.href).toBe('https://app.example/bye');
      expect((await portal.page(person)).html).toContain('name="password"');
    });
  });

  describe('Staying signed in', () => {
    it('is what the page says when that was chosen', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId);
      await portal.signIn(person, userId, PASSWORD);
      const stayed = await person.send(await person.open('/service/authserver/oauth/logout'), '/logout/confirm');
      expect(stayed.html).toContain('You are still signed in');
      expect((await portal.page(person)).left?.searchParams.has('code')).toBe(true);
    });

    it('is not asked of somebody who is not: the application has them back at once', async () => {
      const query = new URLSearchParams({
        client_id: portal.client.clientId,
        post_logout_redirect_uri: 'https://app.example/bye',
        state: 'abc',
      });
      const back = await portal.newcomer().open(`/service/authserver/oauth/logout?${query.toString()}`);
      expect(back.left?.href).toBe('https://app.example/bye?state=abc');
      const evil = new URLSearchParams({
        client_id: portal.client.clientId,
        post_logout_redirect_uri: 'https://evil.example/',
      });
      const refused = await portal.newcomer().open(`/service/authserver/oauth/logout?${evil.toString()}`);
      expect(refused.status).toBe(400);
      expect(refused.left).toBeUndefined();
    });
  });
});

import { decodeJwt, decodeProtectedHeader } from 'jose';
import { LogoutReceiver, ReceiverCertificate } from '../../../support/logout-receiver.js';
import type { Seen } from '../../../support/person.js';
import { basicModules, skipped } from './basic-modules.js';
import { BYE, fieldsOf, ModuleRun, type Params, type ResponseMode, TestedProvider } from './tested-provider.js';

/**
 * The modules of the OpenID conformance suite by their names, done over HTTP by what each of them sends and checks. They
 * mirror the suite, and are no certificate.
 */
describe('OpenID conformance', () => {
  let provider: TestedProvider;
  let certificate: ReceiverCertificate;
  beforeAll(async () => {
    certificate = await ReceiverCertificate.make();
    provider = await TestedProvider.open({ OUTBOUND_CA_FILE: certificate.tls.caFile });
  });
  afterAll(async () => {
    await provider.close();
    certificate.remove();
  });

  const plans: [string, ResponseMode][] = [
    ['oidcc-basic-certification-test-plan', 'default'],
    ['oidcc-formpost-basic-certification-test-plan', 'form_post'],
  ];
  describe.each(plans)('%s', (_, mode) => {
    it.each(Object.entries(basicModules))('%s passes', async (_name, perform) => {
      await perform(await ModuleRun.of(provider, mode));
    });

    it.each(Object.entries(skipped))('%s is skipped by the rule of the suite', (_name, { lists }) => {
      expect(lists(provider.metadata)).toBe(false);
    });
  });

  describe('oidcc-config-certification-test-plan', () => {
    it('oidcc-discovery-endpoint-verification passes', async () => {
      const { metadata, issuer } = provider;
      expect(metadata['issuer']).toBe(issuer);
      for (const name of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'])
        expect(new URL(metadata[name]).protocol).toBe('https:');
      expect(metadata['response_types_supported']).toContain('code');
      expect(metadata['subject_types_supported']).toContain('public');
      expect(metadata['id_token_signing_alg_values_supported']).toContain('RS256');
      expect(metadata['scopes_supported']).toContain('openid');
      expect(metadata['claims_supported']).toContain('sub');
      const { keys } = (await (await provider.fetch(metadata['jwks_uri'])).json()) as {
        keys: Record<string, string>[];
      };
      expect(keys.some(({ kty, alg }) => kty === 'RSA' && alg === 'RS256')).toBe(true);
      expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
      for (const key of keys) for (const secret of ['d', 'p', 'q', 'k']) expect(key).not.toHaveProperty(secret);
    });
  });

  async function open(run: ModuleRun, params: Params): Promise<Seen> {
    const url = new URL(provider.metadata['end_session_endpoint']);
    url.search = fieldsOf(params).toString();
    return run.person.open(url);
  }

  /** Agrees where the service asks whether to sign out. */
  async function signOut(run: ModuleRun, params: Params): Promise<Seen> {
    const page = await open(run, params);
    const asks = page.forms.some(({ action }) => action.endsWith('/logout/confirm'));
    return asks ? run.person.send(page, '/logout/confirm', { logout: 'yes' }) : page;
  }

  async function signedIn() {
    const run = await ModuleRun.of(provider);
    return { run, hint: (await run.happy()).tokens.id_token as string };
  }

  describe('oidcc-rp-initiated-logout-certification-test-plan', () => {
    const back = { post_logout_redirect_uri: BYE, state: 'a-state' };
    const modified = (hint: string): string => {
      const [header, , signature] = hint.split('.');
      const claims = { ...decodeJwt(hint), sub: 'somebody-else' };
      return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    };

    it('oidcc-rp-initiated-logout-discovery-endpoint-verification passes', () => {
      expect(new URL(provider.metadata['end_session_endpoint']).protocol).toBe('https:');
    });

    it.each<[string, (hint: string) => Params, string]>([
      ['oidcc-rp-initiated-logout', (hint) => ({ ...back, id_token_hint: hint }), `${BYE}?state=a-state`],
      ['oidcc-rp-initiated-logout-no-state', (hint) => ({ ...back, state: undefined, id_token_hint: hint }), BYE],
    ])('%s passes', async (_, paramsOf, address) => {
      const { run, hint } = await signedIn();
      const { left } = await signOut(run, paramsOf(hint));
      expect(left?.href).toBe(address);
      expect(await run.isSignedIn()).toBe(false);
    });

    it.each<[string, (hint: string) => Params]>([
      ['oidcc-rp-initiated-logout-no-params', () => ({})],
      ['oidcc-rp-initiated-logout-only-state', () => ({ state: 'a-state' })],
      ['oidcc-rp-initiated-logout-no-post-logout-redirect-uri', (hint) => ({ id_token_hint: hint, state: 'a-state' })],
    ])('%s passes', async (_, paramsOf) => {
      const { run, hint } = await signedIn();
      const page = await signOut(run, paramsOf(hint));
      expect({ status: page.status, left: page.left }).toEqual({ status: 200, left: undefined });
      expect(await run.isSignedIn()).toBe(false);
    });

    it.each<[string, (hint: string) => Params]>([
      [
        'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri',
        (hint) => ({ ...back, post_logout_redirect_uri: 'https://app.example/elsewhere', id_token_hint: hint }),
      ],
      [
        'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri',
        (hint) => ({ ...back, post_logout_redirect_uri: `${BYE}?foo=bar`, id_token_hint: hint }),
      ],
      ['oidcc-rp-initiated-logout-modified-id-token-hint', (hint) => ({ ...back, id_token_hint: modified(hint) })],
      ['oidcc-rp-initiated-logout-bad-id-token-hint', () => ({ ...back, id_token_hint: 'not-a-token' })],
    ])('%s passes', async (_, paramsOf) => {
      const { run, hint } = await signedIn();
      const page = await open(run, paramsOf(hint));
      expect({ status: page.status, left: page.left }).toEqual({ status: 400, left: undefined });
      expect(await run.isSignedIn()).toBe(true);
    });

    it('oidcc-rp-initiated-logout-no-id-token-hint passes', async () => {
      const { run } = await signedIn();
      const page = await open(run, back);
      expect({ status: page.status, left: page.left }).toEqual({ status: 200, left: undefined });
      expect(page.forms.some(({ action }) => action.endsWith('/logout/confirm'))).toBe(true);
    });
  });

  describe('oidcc-backchannel-rp-initiated-logout-certification-test-plan', () => {
    it('oidcc-backchannel-logout-discovery-endpoint-verification passes', () => {
      expect(provider.metadata).toMatchObject({
        backchannel_logout_supported: true,
        backchannel_logout_session_supported: true,
      });
    });

    it('oidcc-backchannel-rp-initiated-logout passes', async () => {
      const receiver = await LogoutReceiver.start(certificate);
      try {
        const registered = await provider.register({ backchannelLogoutUri: receiver.url });
        const run = await ModuleRun.of(provider, 'default', registered);
        const { tokens, idToken } = await run.happy();
        const { left } = await signOut(run, {
          id_token_hint: tokens.id_token,
          post_logout_redirect_uri: BYE,
          state: 'x',
        });
        expect(left?.href).toBe(`${BYE}?state=x`);
        const [token = ''] = await receiver.received(1);
        const claims = await provider.verified(token, run.clientId, { requiredClaims: ['iat', 'jti', 'events'] });
        expect(decodeProtectedHeader(token)).toMatchObject({ typ: 'logout+jwt' });
        expect(claims).toMatchObject({
          sub: run.sub,
          sid: idToken['sid'],
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        });
        expect(claims).not.toHaveProperty('nonce');
        expect(await run.isSignedIn()).toBe(false);
      } finally {
        await receiver.close();
      }
    });
  });
});

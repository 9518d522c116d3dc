import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../../../src/shared/persistence/index.js';
import { type Happy, ModuleRun, type Params } from './tested-provider.js';

type Module = (run: ModuleRun) => Promise<void>;

/** The way works with these parameters, whether the service understands them or not. */
const goesWith =
  (params: Params): Module =>
  async (run) => {
    await run.happy(params);
  };

/** A second request in the same browser. */
const again =
  (second: (run: ModuleRun, first: Happy) => Promise<void>, params: Params = {}): Module =>
  async (run) => {
    await second(run, await run.happy(params));
  };

const refusedByPage = async (run: ModuleRun, params: Params): Promise<void> => {
  const { page, answer } = await run.ask(run.request(params));
  expect({ status: page.status, left: page.left, answer }).toEqual({ status: 400, left: undefined, answer: undefined });
};

/** A redirect with one of these errors and the state. */
const refused = async (run: ModuleRun, params: Params, errors: readonly string[]): Promise<void> => {
  const { asked, answer } = await run.ask(run.request(params));
  expect(answer).toMatchObject({ state: asked['state'], error: expect.any(String) });
  expect(errors).toContain(answer?.['error']);
  expect(answer).not.toHaveProperty('code');
};

const authTime = ({ idToken }: Happy): number => Number(idToken['auth_time']);

/** As if the code had been made that long ago. */
const ageCodes = (run: ModuleRun, seconds: number) =>
  run.provider.running.app.get(Database).rows(
    `UPDATE auth.engine_record SET expires_at = expires_at - $2 * interval '1 second',
       payload = payload || jsonb_build_object('iat', (payload->>'iat')::int - $2::int, 'exp', (payload->>'exp')::int - $2::int)
     WHERE model = 'AuthorizationCode' AND account_id = $1`,
    [run.sub, seconds],
  );

const reused = async (run: ModuleRun, { code, tokens }: Happy): Promise<void> => {
  expect(await run.redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect((await run.userinfo(tokens.access_token)).status).toBe(401);
};

const VERIFIER = 'a-verifier-of-forty-three-characters-or-more';
const PKCE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};

const unsigned = (claims: object): string =>
  [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.') + '.';

/** Modules that the suite skips, by its own rule: the discovery document does not list what they need. */
export const skipped: Readonly<
  Record<string, { readonly because: string; readonly lists: (metadata: any) => boolean }>
> = {
  'oidcc-idtoken-unsigned': {
    because: 'no ID token is unsigned',
    lists: (metadata) => metadata.id_token_signing_alg_values_supported.includes('none'),
  },
  'oidcc-scope-address': {
    because: 'there is no scope address',
    lists: (metadata) => metadata.scopes_supported.includes('address'),
  },
  'oidcc-scope-all': {
    because: 'there is no scope address',
    lists: (metadata) => metadata.scopes_supported.includes('address'),
  },
  'oidcc-ensure-request-object-with-redirect-uri': {
    because: 'there are no request objects',
    lists: (metadata) => metadata.request_parameter_supported === true,
  },
};

/** The modules of the plan `oidcc-basic-certification-test-plan` that are run. */
export const basicModules: Readonly<Record<string, Module>> = {
  'oidcc-server': goesWith({}),
  'oidcc-response-type-missing': async (run) => {
    const { answer, page } = await run.ask(run.request({ response_type: undefined }));
    if (answer) expect(['invalid_request', 'unsupported_response_type']).toContain(answer['error']);
    else expect(page.status).toBe(400);
  },
  'oidcc-idtoken-signature': goesWith({}),
  'oidcc-userinfo-get': goesWith({}),
  'oidcc-userinfo-post-header': async (run) => {
    const { tokens } = await run.happy();
    expect(await run.userinfo(tokens.access_token, 'post header')).toMatchObject({
      status: 200,
      body: { sub: run.sub },
    });
  },
  'oidcc-userinfo-post-body': async (run) => {
    const { tokens } = await run.happy();
    expect(await run.userinfo(tokens.access_token, 'post body')).toMatchObject({ status: 200, body: { sub: run.sub } });
  },
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': goesWith({ nonce: undefined }),
  'oidcc-scope-profile': async (run) => {
    const { userinfo } = await run.happy({ scope: 'openid profile' });
    expect(userinfo).toMatchObject({ name: 'Nadia Novak', given_name: 'Nadia', family_name: 'Novak' });
    expect(userinfo).not.toHaveProperty('email');
  },
  'oidcc-scope-email': async (run) => {
    const { userinfo } = await run.happy({ scope: 'openid email' });
    expect(userinfo).toMatchObject({ email: `${run.login}@mail.example` });
    expect(userinfo).not.toHaveProperty('phone_number');
  },
  'oidcc-scope-phone': async (run) => {
    const { userinfo } = await run.happy({ scope: 'openid phone' });
    expect(userinfo).toMatchObject({ phone_number: '+4915112345678' });
    expect(userinfo).not.toHaveProperty('email');
  },
  'oidcc-alternate-happy-flow': async (run) => {
    const asked = run.request({ scope: 'email openid' });
    const reply = await run.ask(Object.fromEntries(Object.entries(asked).reverse()));
    const tokens = await run.redeem(run.codeOf(reply));
    await run.idTokenOf(tokens, asked['nonce']);
    expect((await run.userinfo(tokens.body.access_token)).body).toHaveProperty('email');
  },
  'oidcc-display-page': goesWith({ display: 'page' }),
  'oidcc-display-popup': goesWith({ display: 'popup' }),
  'oidcc-prompt-login': again(
    async (run, first) => {
      await sleep(1_100); // `auth_time` has seconds
      const second = await run.happy({ prompt: 'login', max_age: '10000' });
      expect(second.reply.loggedIn).toBe(true);
      expect(authTime(second)).toBeGreaterThan(authTime(first));
    },
    { max_age: '10000' },
  ),
  'oidcc-prompt-none-not-logged-in': (run) =>
    refused(run, { prompt: 'none' }, ['login_required', 'interaction_required']),
  'oidcc-prompt-none-logged-in': again(
    async (run, first) => {
      const second = await run.happy({ prompt: 'none', max_age: '10000' });
      expect(second.reply.loggedIn).toBe(false);
      expect(authTime(second)).toBe(authTime(first));
    },
    { max_age: '10000' },
  ),
  'oidcc-max-age-1': again(
    async (run, first) => {
      await sleep(2_100);
      const second = await run.happy({ max_age: '1' });
      expect(second.reply.loggedIn).toBe(true);
      expect(authTime(second)).toBeGreaterThan(authTime(first));
    },
    { max_age: '10000' },
  ),
  'oidcc-max-age-10000': again(
    async (run, first) => {
      const second = await run.happy({ max_age: '10000' });
      expect(second.reply.loggedIn).toBe(false);
      expect(authTime(second)).toBe(authTime(first));
    },
    { max_age: '10000' },
  ),
  'oidcc-ensure-request-with-unknown-parameter-succeeds': goesWith({ extra: 'foobar' }),
  'oidcc-id-token-hint': again(async (run, { tokens }) => {
    const second = await run.happy({ prompt: 'none', id_token_hint: tokens.id_token });
    expect(second.reply.loggedIn).toBe(false);
  }),
  'oidcc-login-hint': async (run) => {
    await run.happy({ login_hint: run.login });
  },
  'oidcc-ui-locales': goesWith({ ui_locales: 'se' }),
  'oidcc-claims-locales': goesWith({ claims_locales: 'se' }),
  'oidcc-ensure-request-with-acr-values-succeeds': goesWith({ acr_values: '1 2' }),
  'oidcc-codereuse': again(reused),
  'oidcc-codereuse-30seconds': again(async (run, first) => {
    await ageCodes(run, 30);
    await reused(run, first);
  }),
  'oidcc-ensure-registered-redirect-uri': (run) =>
    refusedByPage(run, { redirect_uri: 'https://app.example/callback/other' }),
  'oidcc-ensure-post-request-succeeds': async (run) => {
    await run.happy({}, { method: 'POST' });
  },
  'oidcc-server-client-secret-post': async ({ provider, mode }) => {
    const registered = await provider.register({ authMethod: 'client_secret_post' });
    const run = await ModuleRun.of(provider, mode, registered);
    await run.happy({}, { by: 'post' });
  },
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': (run) =>
    refused(run, { request_uri: 'https://app.example/request.jwt' }, [
      'request_uri_not_supported',
      'invalid_request_uri',
    ]),
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': (run) => {
    const asked = run.request();
    return refused(run, { ...asked, request: unsigned(asked) }, ['request_not_supported', 'invalid_request_object']);
  },
  'oidcc-claims-essential': async (run) => {
    const { userinfo } = await run.happy({ claims: '{"userinfo":{"name":{"essential":true}}}' });
    expect('name' in userinfo).toBe(run.provider.metadata['claims_parameter_supported'] === true);
  },
  'oidcc-refresh-token': again(
    async (run, { tokens, idToken }) => {
      const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
      const other = await run.provider.register({});
      expect(await run.token(fields, 'basic', other)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      const refreshed = await run.token(fields);
      expect(refreshed.status).toBe(200);
      expect(refreshed.body.access_token).not.toBe(tokens.access_token);
      expect((await run.userinfo(refreshed.body.access_token)).body).toMatchObject({ sub: run.sub });
      if (refreshed.body.id_token === undefined) return;
      const { sub, iss, aud, iat } = await run.provider.verified(refreshed.body.id_token, run.clientId);
      expect({ sub, iss, aud }).toEqual({ sub: idToken.sub, iss: idToken.iss, aud: idToken.aud });
      expect(iat).toBeGreaterThanOrEqual(Number(idToken.iat));
    },
    { scope: 'openid offline_access', prompt: 'consent' },
  ),
  'oidcc-ensure-request-with-valid-pkce-succeeds': async (run) => {
    await run.happy(PKCE, { redeemWith: { code_verifier: VERIFIER } });
  },
};

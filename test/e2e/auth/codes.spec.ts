import { createHash, randomUUID } from 'node:crypto';
import { Controller, Get } from '@nestjs/common';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { Scopes } from '../../../src/shared/auth-guard/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { UsersService } from '../../../src/users/management/users.service.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { codeIn, redeem, signedIn } from '../../support/code-flow.js';
import { meetAt } from '../../support/held-locks.js';
import { clientWithSecret } from '../../support/relying-party.js';
import { application, LIVE, MANY_LOGINS, VERIFIER } from '../../support/signing-in.js';
import { callApi, type Answer } from '../../support/tokens.js';

@Controller('mobile/v1/guarded')
@Scopes('notifications')
class MobileController {
  @Get()
  get() {
    return {};
  }
}

let running: TestApplication;
let bank: Client;

const EVERYTHING = { scope: 'openid notifications offline_access' };
const someId = (): string => `c-${randomUUID().slice(0, 8)}`;
const codeFor = async (params: Record<string, string> = {}, client = bank): Promise<string> =>
  codeIn((await signedIn(running, client, someId(), params)).back);
const refresh = (token: string): Promise<Answer> =>
  redeem(running, bank, '', { grant_type: 'refresh_token', code: undefined, refresh_token: token });

const at = async (surface: 'auth' | 'mobile', path: string, token: string): Promise<number> =>
  (await callApi(running, surface, 'GET', path, undefined, { authorization: `Bearer ${token}` })).status;
const opensMobile = (token: string) => at('mobile', '/mobile/v1/guarded', token);
const opensUserinfo = (token: string) => at('auth', '/service/authserver/oauth/userinfo', token);

const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const INVALID = { status: 400, body: { error: 'invalid_grant' } };

describe('Codes', () => {
  beforeAll(async () => {
    running = await startTestApplication({
      controllers: [MobileController],
      env: MANY_LOGINS,
    });
    bank = await application(running, { redirectUris: ['https://app.example/callback', 'https://app.example/other'] });
  });
  afterAll(() => running.close());

  describe('A code that comes twice', () => {
    it('is refused, and voids the tokens that it has yielded', async () => {
      const code = await codeFor(EVERYTHING);
      const { body: tokens } = await redeem(running, bank, code);
      expect(await opensMobile(tokens.access_token)).toBe(200);
      expect(await redeem(running, bank, code)).toMatchObject(INVALID);
      expect(await opensMobile(tokens.access_token)).toBe(401);
      expect(await refresh(tokens.refresh_token)).toMatchObject(INVALID);
    });

    it('voids what the refresh token has yielded since', async () => {
      const code = await codeFor(EVERYTHING);
      const { body: tokens } = await redeem(running, bank, code);
      const { body: renewed } = await refresh(tokens.refresh_token);
      expect(await redeem(running, bank, code)).toMatchObject(INVALID);
      expect(await opensMobile(renewed.access_token)).toBe(401);
      expect(await refresh(renewed.refresh_token)).toMatchObject(INVALID);
    });

    it('voids an opaque token as well', async () => {
      const code = await codeFor({ scope: 'openid' });
      const { body: tokens } = await redeem(running, bank, code);
      expect(await opensUserinfo(tokens.access_token)).toBe(200);
      expect(await redeem(running, bank, code)).toMatchObject(INVALID);
      expect(await opensUserinfo(tokens.access_token)).toBe(401);
    });

    it.each([
      ['openid notifications offline_access', opensMobile],
      ['openid', opensUserinfo],
    ])(
      'is redeemed once when it comes twice at once, for %s, and that has come to nothing too',
      async (scope, opens) => {
        const code = await codeFor({ scope });
        const lock = { sql: `SELECT FROM auth.engine_record WHERE model = 'AuthorizationCode' FOR UPDATE` };
        const met = await meetAt(running, lock, [() => redeem(running, bank, code), () => redeem(running, bank, code)]);
        const [won, ...lost] = met.sort((a, b) => a.status - b.status);
        expect(won?.status).toBe(200);
        expect(lost).toMatchObject([INVALID]);
        expect(await opens(won?.body.access_token)).toBe(401);
        if (won?.body.refresh_token) expect(await refresh(won.body.refresh_token)).toMatchObject(INVALID);
      },
    );
  });

  describe('A code in the wrong hands', () => {
    it.each([
      ['another redirect URI of the same client', { redirect_uri: 'https://app.example/other' }, 'invalid_grant'],
      ['no redirect URI', { redirect_uri: undefined }, 'invalid_request'],
      ['no verifier', { code_verifier: undefined }, 'invalid_grant'],
      ['the verifier of another request (code injection)', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
      ['the challenge for a verifier', { code_verifier: CHALLENGE }, 'invalid_grant'],
      ['a verifier that is none', { code_verifier: 'short' }, 'invalid_request'],
    ])('is refused with %s, and stays good for whom it was made', async (_what, fields, error) => {
      const code = await codeFor();
      expect(await redeem(running, bank, code, fields)).toMatchObject({ status: 400, body: { error } });
      expect((await redeem(running, bank, code)).status).toBe(200);
    });

    it('is refused to another client, whichever it says it is', async () => {
      const other = await application(running, { redirectUris: bank.redirectUris });
      const code = await codeFor();
      expect(await redeem(running, other, code)).toMatchObject(INVALID);
      const unknown = await redeem(running, bank, code, { client_id: randomUUID() });
      expect(unknown).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect((await redeem(running, bank, code)).status).toBe(200);
    });

    it('is refused, however often it comes from another client, without harm to what it has yielded', async () => {
      const other = await application(running, { redirectUris: bank.redirectUris });
      const code = await codeFor(EVERYTHING);
      const { body: tokens } = await redeem(running, bank, code);
      expect(await redeem(running, other, code)).toMatchObject(INVALID);
      expect(await opensMobile(tokens.access_token)).toBe(200);
    });
  });

  describe('A code of a client with a secret', () => {
    const shop = async () => {
      const { client, secret } = await clientWithSecret(running, {
        scopes: ['openid'],
        grantTypes: ['authorization_code'],
        redirectUris: ['https://shop.example/callback'],
        firstParty: true,
      });
      const asking = (password: string) => ({
        authorization: `Basic ${Buffer.from(`${client.clientId}:${password}`).toString('base64')}`,
      });
      return { client, secret, asking };
    };
    const WITHOUT_PKCE = { scope: 'openid', code_challenge: '', code_challenge_method: '' };

    it('is worth nothing without the secret', async () => {
      const { client, secret, asking } = await shop();
      const code = await codeFor({ scope: 'openid' }, client);
      const refused = { status: 401, body: { error: 'invalid_client' } };
      expect(await redeem(running, client, code)).toMatchObject(refused);
      expect(await redeem(running, client, code, { client_id: undefined }, asking('wrong'))).toMatchObject(refused);
      expect((await redeem(running, client, code, { client_id: undefined }, asking(secret))).status).toBe(200);
    });

    it('is refused with a verifier when its request had no challenge (PKCE downgrade)', async () => {
      const { client, secret, asking } = await shop();
      const code = await codeFor(WITHOUT_PKCE, client);
      expect(await redeem(running, client, code, { client_id: undefined }, asking(secret))).toMatchObject(INVALID);
      const plain = { client_id: undefined, code_verifier: undefined };
      expect((await redeem(running, client, code, plain, asking(secret))).status).toBe(200);
    });
  });

  describe('A code elsewhere or later', () => {
    const sql = (text: string, params: unknown[]) => running.app.get(Database).rows(text, params);

    it('is worth nothing as a refresh token, nor a refresh token as a code', async () => {
      const code = await codeFor(EVERYTHING);
      expect(await refresh(code)).toMatchObject(INVALID);
      const { body: tokens } = await redeem(running, bank, code);
      expect(await redeem(running, bank, tokens.refresh_token)).toMatchObject(INVALID);
    });

    it('is worth nothing after a minute', async () => {
      const code = await codeFor();
      await sql(
        `UPDATE auth.engine_record SET expires_at = now(), payload = jsonb_set(payload, '{exp}', to_jsonb(1))
       WHERE model = 'AuthorizationCode'`,
        [],
      );
      expect(await redeem(running, bank, code)).toMatchObject(INVALID);
    });

    it('is worth nothing once its user has left ACTIVE', async () => {
      const userId = someId();
      const { back } = await signedIn(running, bank, userId, EVERYTHING);
      await running.app.get(UsersService).changeStatus(LIVE, userId, 'PAUSED');
      expect(await redeem(running, bank, codeIn(back))).toMatchObject(INVALID);
    });

    it('is worth nothing once its user has signed out', async () => {
      const { person, back } = await signedIn(running, bank, someId(), { scope: 'openid' });
      const page = await person.open('/service/authserver/oauth/logout');
      await person.send(page, '/logout/confirm', { logout: 'yes' });
      expect(await redeem(running, bank, codeIn(back))).toMatchObject(INVALID);
    });

    it('is worth nothing when it comes with another', async () => {
      const code = await codeFor();
      const body = new URLSearchParams([
        ['grant_type', 'authorization_code'],
        ['client_id', bank.clientId],
        ['redirect_uri', bank.redirectUris[0] ?? ''],
        ['code_verifier', VERIFIER],
        ['code', code],
        ['code', 'another'],
      ]);
      const answer = await fetch(running.url('auth', '/service/authserver/oauth/token'), { method: 'POST', body });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
    });
  });
});

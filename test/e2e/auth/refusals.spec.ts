import type { Client } from '../../../src/auth/client/client.entity.js';
import { Tenant } from '../../../src/shared/kernel/index.js';
import type { TestApplication } from '../../support/application.js';
import { codeIn, redeem, signedIn } from '../../support/code-flow.js';
import { logged } from '../../support/logged.js';
import { Person } from '../../support/person.js';
import { clientWithSecret } from '../../support/relying-party.js';
import { sharedApplication } from '../../support/shared-application.js';
import { active, application, authorizeUrl, PASSWORD, VERIFIER } from '../../support/signing-in.js';
import { portalOf, type Portal } from '../../support/tokens.js';

let running: TestApplication;
let portal: Portal;
let bank: Client;

interface Kept {
  readonly error: string;
  readonly reason: string;
  readonly requestId: string;
  readonly refusedTs: number;
}

/** It is written beside the answer. */
async function keptOf({ clientId }: Client, least = 1): Promise<Kept[]> {
  for (;;) {
    const { refusals } = (await portal.get(`/v1/clients/${clientId}/refusals`)).body as { refusals: Kept[] };
    if (refusals.length >= least) return refusals;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('A token request that is refused', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    portal = await portalOf(running, { scopes: ['clients:read', 'clients:write'] });
    bank = await application(running);
  });

  it('leaves one line in the log that says why, and names neither code, token nor secret', async () => {
    const { back } = await signedIn(running, bank, 'one-line');
    const code = codeIn(back);
    const entries = await logged(running.config, async () => {
      const wrong = { redirect_uri: 'https://app.example/elsewhere' };
      const answer = await redeem(running, bank, code, wrong, { 'x-request-id': 'refused-1' });
      expect(answer.body).toEqual({ error: 'invalid_grant', error_description: 'grant request is invalid' });
    });
    const lines = entries.filter(({ facts }) => 'reason' in facts);
    const { clientId } = bank;
    const reason = 'authorization code redirect_uri mismatch';
    expect(lines).toEqual([{ level: 'log', facts: { clientId, endpoint: 'token', error: 'invalid_grant', reason } }]);
    expect(JSON.stringify(entries)).not.toContain(code);
    expect(JSON.stringify(entries)).not.toContain(VERIFIER);
    const [kept] = await keptOf(bank);
    expect(kept).toMatchObject({ error: 'invalid_grant', reason, requestId: 'refused-1' });
  });

  it.each<[string, Record<string, string>, string]>([
    ['an unknown code', {}, 'authorization code not found'],
    [
      'a verifier of no challenge, or a wrong one',
      { code_verifier: 'w'.repeat(43) },
      'code_verifier does not match code_challenge',
    ],
    ['a missing parameter', { redirect_uri: '' }, "missing required parameter 'redirect_uri'"],
  ])('says why in the answer in test mode: %s', async (what, fields, reason) => {
    const tester = await application(running, { test: true });
    const code = what === 'an unknown code' ? 'unknown' : await codeFor(tester);
    const { status, body } = await redeem(running, tester, code, fields);
    expect([status, body.error_description]).toEqual([400, reason]);
    expect(body.error_description).toMatch(/^[ !#-[\]-~]+$/);
  });

  async function codeFor(tester: Client): Promise<string> {
    const userId = `t-${tester.clientId.slice(-8)}`;
    await active(running, userId, {}, Tenant.of('default', true));
    const person = new Person(running);
    const page = await person.open(authorizeUrl(running, tester));
    return codeIn(await person.send(page, '/login', { login: userId, password: PASSWORD }));
  }

  it('says in the log of an unknown client what it does not tell the caller, and keeps nothing', async () => {
    const entries = await logged(running.config, async () => {
      const nobody = { clientId: 'nobody', redirectUris: bank.redirectUris } as Client;
      expect((await redeem(running, nobody, 'x')).status).toBe(401);
    });
    expect(entries.map(({ facts }) => facts)).toContainEqual(
      expect.objectContaining({ clientId: undefined, error: 'invalid_client', reason: 'client not found' }),
    );
  });

  it('never shows the secret that was wrong', async () => {
    const { client } = await clientWithSecret(running, { scopes: ['users:read'], test: true });
    const entries = await logged(running.config, async () => {
      const fields = { grant_type: 'client_credentials', client_secret: 'a-wrong-secret', code: undefined };
      const { body } = await redeem(running, client, '', { ...fields, redirect_uri: undefined });
      expect(body).toMatchObject({ error: 'invalid_client', error_description: 'invalid secret provided' });
    });
    expect(JSON.stringify(entries)).not.toContain('a-wrong-secret');
    expect(JSON.stringify(await keptOf(client))).not.toContain('a-wrong-secret');
  });

  it('is shown to the enterprise of the client only', async () => {
    const client = await application(running);
    await redeem(running, client, 'unknown');
    await keptOf(client);
    const foreign = await portalOf(running, { scopes: ['clients:read'], enterpriseId: 'other' });
    expect((await foreign.get(`/v1/clients/${client.clientId}/refusals`)).status).toBe(404);
    const removed = await portalOf(running, { scopes: ['clients:write', ...client.scopes] });
    expect((await removed.delete(`/v1/clients/${client.clientId}`)).status).toBe(204);
    expect((await portal.get(`/v1/clients/${client.clientId}/refusals`)).status).toBe(404);
  });
});

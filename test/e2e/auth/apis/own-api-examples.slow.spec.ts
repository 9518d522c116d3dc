import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { issuerOf } from '../../../../src/shared/auth-guard/index.js';
import { until } from '../../../integration/support/until.js';
import { startTestApplication, type TestApplication } from '../../../support/application.js';
import { codeIn, redeem } from '../../../support/code-flow.js';
import { Someone } from '../../../support/leveled-user.js';
import { COMPILING } from '../../../support/languages.js';
import { freePort, Program } from '../../../support/program.js';
import { application, MANY_LOGINS } from '../../../support/signing-in.js';
import { portalOf } from '../../../support/tokens.js';

const EXAMPLES = fileURLToPath(new URL('../../../../examples', import.meta.url));
const RESOURCE = 'https://orders.go.example';

type Command = readonly [program: string, words: string[]];

/** Without Go, or without the modules and a network, there is nothing to run. */
function inGo(folder: string): Command | undefined {
  if (spawnSync('go', ['version']).error) return undefined;
  const program = join(folder, 'own-api');
  const { status } = spawnSync('go', ['build', '-o', program, '.'], {
    cwd: join(EXAMPLES, 'own-api-go'),
    env: COMPILING,
  });
  return status === 0 ? [program, []] : undefined;
}

/** Debian has PyJWT for its own Python. */
function inPython(): Command | undefined {
  const hasLibrary = (python: string) => spawnSync(python, ['-c', 'import jwt, cryptography']).status === 0;
  const python = ['python3', '/usr/bin/python3'].find(hasLibrary);
  return python === undefined ? undefined : [python, [join(EXAMPLES, 'own-api-python', 'api.py')]];
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-own-api-'));
const examples: readonly (readonly [string, Command | undefined])[] = [
  ['Go', inGo(folder)],
  ['Python', inPython()],
];
let running: TestApplication;

describe('Among the examples', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: MANY_LOGINS });
    const portal = await portalOf(running, { scopes: ['clients:write', 'openid'] });
    for (const [resource, name] of [
      [RESOURCE, 'orders.read'],
      ['https://other.go.example', 'other.read'],
    ]) {
      const scopes = [{ name, audience: 'user', description: { en: 'See orders' } }];
      await portal.post('/v1/apis', { name: 'Orders', resource, scopes });
    }
  });
  afterAll(async () => {
    await running.close();
    rmSync(folder, { recursive: true });
  });

  for (const [language, command] of examples)
    (command ? describe : describe.skip)(`The API in ${language}`, () => takesTokens(command!));
});

function takesTokens([path, words]: Command): void {
  let program: Program;
  let url: string;

  beforeAll(async () => {
    const LISTEN = `127.0.0.1:${await freePort()}`;
    const JWKS_URL = running.url('auth', '/service/authserver/oauth/jwks');
    const env = { ISSUER: issuerOf(running.config), RESOURCE, JWKS_URL, LISTEN };
    program = Program.startCommand(env, path, words);
    url = `http://${LISTEN}/orders`;
    await until(() =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    );
  });
  afterAll(() => program.end());

  const call = async (method: string, token?: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(url, { method, headers });
    return [response.status, response.headers.get('www-authenticate') ?? (await response.text())];
  };

  it('An API takes its own tokens alone, and asks for a stronger sign-in, after which it goes on (RFC 9470)', async () => {
    const client = await application(running, { scopes: ['openid'], apiScopes: ['orders.read', 'other.read'] });
    const someone = await Someone.with(running, { totp: true });
    const first = await someone.givesPassword(await someone.asks(client, { scope: 'openid orders.read' }));
    const { body } = await redeem(running, client, codeIn(first));
    expect(await call('GET', body.access_token)).toEqual([200, `orders of ${someone.sub}\n`]);
    const metadata = `Bearer resource_metadata="${RESOURCE}/.well-known/oauth-protected-resource"`;
    expect(await call('GET')).toEqual([401, metadata]);
    const { body: others } = await redeem(
      running,
      client,
      codeIn(await someone.asks(client, { scope: 'openid other.read' })),
    );
    const forged = `${body.access_token.slice(0, -8)}AAAAAAAA`;
    for (const token of [body.id_token, others.access_token, forged, 'x'])
      expect(await call('GET', token)).toEqual([401, `${metadata}, error="invalid_token"`]);
    const [status, challenge] = await call('POST', body.access_token);
    expect([status, challenge]).toEqual([401, expect.stringContaining('error="insufficient_user_authentication"')]);
    const [, asked = ''] = /acr_values="([^"]+)"/.exec(String(challenge)) ?? [];
    const second = await someone.asks(client, { scope: 'openid orders.read', acr_values: asked });
    const { body: stronger } = await redeem(running, client, codeIn(await someone.givesCode(second)));
    expect(await call('POST', stronger.access_token)).toEqual([200, `orders of ${someone.sub}\n`]);
  });
}

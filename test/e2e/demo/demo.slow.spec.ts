import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { freePort } from '../../support/program.js';
import { RunningDemo } from '../../support/running-demo.js';
import { trustInThisProcess } from '../../support/trust.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);
const MINA = { firstName: 'Mina', lastName: 'Okoro' };

let demo: RunningDemo;
beforeAll(async () => {
  demo = await RunningDemo.start();
  trustInThisProcess(demo.authority);
});
afterAll(() => demo.stop());

/** A browser that has opened the page. */
class Visitor {
  private constructor(private readonly cookie: string) {}

  static async come(): Promise<Visitor> {
    const answer = await fetch(demo.url('DEMO', '/demo/'));
    const cookie = answer.headers.getSetCookie()[0] ?? '';
    expect(cookie).toMatch(/^cs-demo-visit=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax$/);
    return new Visitor(cookie.split(';')[0] ?? '');
  }

  async get(path: string): Promise<any> {
    return (await this.send('GET', path)).json();
  }

  send(method: string, path: string, body?: object): Promise<Response> {
    const headers = { cookie: this.cookie, 'content-type': 'application/json' };
    return fetch(demo.url('DEMO', `/demo/${path}`), { method, headers, ...(body && { body: JSON.stringify(body) }) });
  }
}

const kept = (name: string): any => JSON.parse(readFileSync(join(demo.env['DATA_DIR'] ?? '', name), 'utf8'));
const secretsOf = (clients: any): string[] => [
  clients.bank.clientSecret,
  clients.web.clientSecret,
  clients.agent.clientSecret,
  clients.webhookSecret,
];

describe('The demo bank', () => {
  it('goes all steps without a browser, prints each request and answer, and shows no secret', async () => {
    const { PATH = '' } = process.env;
    const env = { PATH, DATA_DIR: demo.env['DATA_DIR'] ?? '', DEMO_PORT: demo.env['DEMO_PORT'] ?? '' };
    const { stdout } = await run(process.execPath, ['scripts/demo.mjs'], { cwd: ROOT, env, maxBuffer: 10_000_000 });
    for (const told of [
      /POST \/v1\/users → 201/,
      /webhook idv\.finished/,
      /"code": "chip_not_genuine"/,
      /"method": "chip",\s+< +"proof": \{\s+< +"level": "genuine_chip"/,
      /PUT \/v1\/users\/visitor-\w+\/status → 200/,
      /phone {3}POST .*\/mobile\/v1\/RegisterDevice → 200/,
      /Signed in: acr urn:countersign:acr:2, amr pwd pop swk mfa\./,
      /webhook notification\.closed/,
      /audit {3}notifications\.notification-closed/,
      /bank {4}POST \/service\/authserver\/oauth\/bc-authorize → 200/,
      /Evidence verified: visitor-\w+ answered accept\.[\w-]{43}\. With/,
      /Evidence verified: visitor-\w+ answered accept\. With one digit changed it is refused\./,
    ])
      expect(stdout).toMatch(told);
    for (const secret of secretsOf(kept('demo-clients.json'))) expect(stdout).not.toContain(secret);
    expect(stdout).not.toMatch(/"(?:access_token|id_token|auth_req_id)": "(?!…)|"code": "(?!…|[a-z]+[_/])/);
    expect(demo.program.out).not.toMatch(/"level":"(?:error|fatal)"/);
  });

  it('ends with exit code 1 where nobody listens', async () => {
    const env = { PATH: process.env['PATH'] ?? '', DEMO_PORT: String(await freePort()) };
    await expect(run(process.execPath, ['scripts/demo.mjs'], { cwd: ROOT, env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm start'),
    });
  });

  it('keeps its secrets in a file of its user alone, and uses them again', () => {
    expect(statSync(join(demo.env['DATA_DIR'] ?? '', 'demo-clients.json')).mode & 0o777).toBe(0o600);
  });

  it('shows a visitor what has happened to nobody else, and no step before its time', async () => {
    const [mina, other] = [await Visitor.come(), await Visitor.come()];
    const { userId } = await mina.get('state');
    expect((await mina.send('POST', 'enrol', { ...MINA, email: `${userId}@post.example` })).status).toBe(204);
    const { happenings, state } = await mina.get('happenings.json');
    expect(state).toMatchObject({ stage: 'enrolled', userId, firstName: 'Mina' });
    expect(happenings.map(({ method, what }: any) => `${method ?? ''} ${what}`)).toEqual(
      expect.arrayContaining(['POST /service/authserver/oauth/token', `GET /v1/users/${userId}`, 'POST /v1/users']),
    );
    expect(await other.get('happenings.json')).toMatchObject({ state: { stage: 'new' }, happenings: [] });
    expect(JSON.stringify(await other.get('state'))).not.toContain(userId);

    for (const step of ['sign-in', 'prove']) expect((await mina.send('POST', step)).status).toBe(422);
    const payment = { to: 'Bookshop', amount: '25.00 EUR', reference: 'Order' };
    const early = await mina.send('POST', 'pay', payment);
    expect(await early.json()).toMatchObject({ status: 422, detail: 'Sign in first.' });
    expect((await mina.send('POST', 'agent', { to: 'Bookshop', amount: '1.00' })).status).toBe(422);
    expect((await fetch(demo.url('DEMO', '/demo/state'))).status).toBe(422);
  });

  it('tells what happens as it comes, and goes on where a browser was cut off', async () => {
    const mina = await Visitor.come();
    const { userId } = await mina.get('state');
    const answer = await mina.send('GET', 'happenings');
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    await mina.send('POST', 'enrol', { ...MINA, email: `${userId}@post.example` });
    let told = '';
    while (!told.includes('"what":"/v1/users"')) told += (await reader.read()).value ?? '';
    expect(told).toMatch(/^retry: 1000\n\nevent: state\n/);
    expect(told).toMatch(/id: 1\nevent: happening\n/);
    await reader.cancel();
  });

  it('tells in the words of the service why somebody could not be enrolled', async () => {
    const mina = await Visitor.come();
    const answer = await mina.send('POST', 'enrol', { ...MINA, email: 'nobody' });
    expect(answer.status).toBe(422);
  });

  it('gives all calls as a script, with no secret in it', async () => {
    const mina = await Visitor.come();
    const { userId } = await mina.get('state');
    await mina.send('POST', 'enrol', { firstName: "M'ina $(id)", lastName: '`id`', email: `${userId}@post.example` });
    const script = await (await mina.send('GET', 'demo.sh')).text();
    for (const secret of secretsOf(kept('demo-clients.json'))) expect(script).not.toContain(secret);
    const env = { PATH: process.env['PATH'] ?? '', KEPT: demo.env['DATA_DIR'] ?? '' };
    const { stdout } = await run('sh', ['-c', script], { env });
    expect(stdout).toMatch(/"userId":"visitor-\w{8}"/);
    expect(stdout).toContain(String.raw`"firstName":"M'ina $(id)"`);
    expect(stdout).not.toContain(userId);
  });

  it('believes no webhook that the service has not signed', async () => {
    const headers = { 'content-type': 'application/json', 'webhook-id': 'a', 'webhook-signature': 'v1,AAAA' };
    const init = {
      method: 'POST',
      headers: { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) },
    };
    const body = JSON.stringify({ type: 'idv.finished', data: {} });
    expect((await fetch(demo.url('DEMO', '/demo/webhooks'), { ...init, body })).status).toBe(401);
  });

  it('draws a specimen with the picture of the visitor, and refuses what is no picture', async () => {
    const mina = await Visitor.come();
    const wanted = { firstNames: 'Zoë', lastNames: 'Ødegård', birthDate: '1991-03-14' };
    const face = await sharp({ create: { width: 9, height: 12, channels: 3, background: '#777' } })
      .jpeg()
      .toBuffer();
    const drawn = await mina.send('POST', 'specimen', { ...wanted, portrait: face.toString('base64') });
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([201, 'image/png']);
    expect(
      Buffer.from(await drawn.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const portrait = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64');
    expect((await mina.send('POST', 'specimen', { ...wanted, portrait })).status).toBe(422);
  });

  it('shows the pages of the service in its frames, which nobody else can', async () => {
    const policyOf = async (url: string) => {
      const { headers } = await fetch(url, { headers: { accept: 'text/html' } });
      return [headers.get('content-security-policy') ?? '', headers.get('x-frame-options')];
    };
    const origin = demo.url('DEMO');
    for (const url of [
      demo.url('MOBILE', '/app/'),
      demo.url('IDV', '/IdvWebServer/idvRegistration.htm?token=x'),
      demo.url('DEMO', '/app/'),
      demo.url('DEMO', '/IdvWebServer/idvRegistration.htm?token=x'),
    ]) {
      const [policy, older] = await policyOf(url);
      expect(policy).toMatch(new RegExp(`frame-ancestors ${origin}(?:;|$)`));
      expect(older).toBeNull();
    }
    expect((await policyOf(demo.url('MANAGEMENT', '/docs')))[0]).toContain("frame-ancestors 'none'");
    expect((await policyOf(demo.url('DEMO', '/demo/')))[0]).toContain("frame-ancestors 'self'");
  });

  it('serves the pages of its frames at its own address, without a certificate', async () => {
    const app = await fetch(demo.url('DEMO', '/app/'), { headers: { accept: 'text/html' } });
    const page = await app.text();
    const settings = JSON.parse((/data-settings="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&#34;', '"'));
    expect(settings).toMatchObject({
      issuer: demo.url('AUTH', '/service/authserver'),
      mobileUrl: demo.url('MOBILE'),
      redirectUri: demo.url('DEMO', '/app/'),
    });
    expect(app.headers.get('content-security-policy')).toContain(demo.url('DEMO').replace('http:', 'ws:'));

    const mina = await Visitor.come();
    const { userId } = await mina.get('state');
    await mina.send('POST', 'enrol', { ...MINA, email: `${userId}@post.example` });
    const { url } = (await (await mina.send('POST', 'verify', {})).json()) as { url: string };
    expect(url.startsWith(demo.url('DEMO', '/IdvWebServer/'))).toBe(true);
    const opened = await fetch(url, { redirect: 'manual' });
    const cookies = opened.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/^demo-host-cs-idv-[^;]*;(?!.*Secure)/);
    for (const path of ['/v1/users', '/docs', '/users', '/.well-known/webauthn'])
      expect((await fetch(demo.url('DEMO', path), { headers: { accept: 'text/html' } })).status).toBe(404);
    const forwarded = { 'x-forwarded-for': '203.0.113.7' };
    expect((await fetch(demo.url('DEMO', '/app/'), { headers: forwarded })).status).toBe(404);
  });

  it('leads there from its root and from its name without a slash, and answers only this machine', async () => {
    for (const [path, accept] of [
      ['/', 'text/html'],
      ['/demo', '*/*'],
    ] as const) {
      const { status, headers } = await fetch(demo.url('DEMO', path), { headers: { accept }, redirect: 'manual' });
      expect([status, headers.get('location')]).toEqual([302, '/demo/']);
    }
    const forwarded = { 'x-forwarded-for': '203.0.113.7' };
    expect((await fetch(demo.url('DEMO', '/demo/'), { headers: forwarded })).status).toBe(404);
    expect((await fetch(demo.url('MANAGEMENT', '/docs/mailbox.json'), { headers: forwarded })).status).toBe(404);
  });
});

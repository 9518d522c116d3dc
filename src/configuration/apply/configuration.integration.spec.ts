import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { newSecret } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import { ConfigurationAtStart, ConfigurationRefused } from './configuration-at-start.service.js';
import { ConfigurationExport } from './configuration-export.service.js';
import { type ApplyOptions, Configuration, type Outcome } from './configuration.service.js';
import { writtenStep } from './plan.js';
import { WantedObjects } from './wanted-objects.service.js';

const KYC_TOKEN = 'a-token-of-the-kyc-endpoint';
const ENVIRONMENT = { API_SECRET: newSecret(), KYC_TOKEN, WEBHOOK_SECRET: `whsec_${'A'.repeat(43)}=` };

const enterprise = {
  ...{ enterpriseId: 'acme', name: 'Acme Bank', branding: { color: '#0b5fff' } },
  messages: { url: 'https://messages.bank.example/in', secret: '${WEBHOOK_SECRET}' },
};
const api = {
  ...{ enterpriseId: 'acme', clientId: 'acme-api', clientName: 'API', scopes: ['users:read'] },
  ...{ grantTypes: ['client_credentials'], clientSecret: '${API_SECRET}', apiScopes: ['orders.sync'] },
  kyc: { url: 'https://kyc.example/check', auth: { type: 'bearer', token: '${KYC_TOKEN}' } },
};
/** The file lists this client before the client that is the audience of its tokens. */
const web = {
  ...{ enterpriseId: 'acme', clientId: 'acme-web', clientName: 'Online banking', scopes: ['openid'] },
  ...{ grantTypes: ['authorization_code'], redirectUris: ['https://bank.example/cb'] },
  ...{ jwtAccessTokens: true, accessTokenAudience: 'acme-api' },
};
/** The file lists this API before the client that may introspect its tokens. */
const orders = {
  ...{ enterpriseId: 'acme', name: 'Orders', resource: 'https://orders.acme.example' },
  scopes: [{ name: 'orders.sync', audience: 'service', description: { en: 'Read all orders' } }],
  ...{ introspectionClientId: 'acme-api', claims: { groups: { from: 'groups' } } },
};
const template = {
  ...{ enterpriseId: 'acme', template_id: 'payment', variables: [{ name: 'payee', type: 'text' }] },
  body: [{ lng: 'en', subject: 'Payment', message: 'Pay {{payee}}?' }],
};
const detailType = {
  ...{ enterpriseId: 'acme', type: 'card_limit' },
  schema: { type: 'object', required: ['limit'], properties: { limit: { type: 'string', maxLength: 10 } } },
  texts: [
    { lng: 'en', subject: 'Limit {limit}?', message: 'For your card' },
    { lng: 'de', subject: 'Limit {limit}?', message: 'Für Ihre Karte' },
  ],
};
const endpoint = {
  ...{ enterpriseId: 'acme', test: true, url: 'https://bank.example/hooks' },
  ...{ eventTypes: ['user.status_changed'], secret: '${WEBHOOK_SECRET}' },
};
const operator = {
  ...{ emailId: 'Anna.Berg@bank.example', firstName: 'Anna', lastName: 'Berg' },
  grants: [{ enterpriseId: 'acme', side: 'both', role: 'support' }],
};
const whole = {
  enterprises: [enterprise],
  apis: [orders],
  clients: [web, api],
  authorizationDetailTypes: [detailType],
  notificationTemplates: [template],
  webhookEndpoints: [endpoint],
  operators: [operator],
};
const UNCHANGED = { create: 0, change: 0, remove: 0 };

describe('Configuration files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'configuration-'));
  const file = join(folder, 'acme.yaml');
  let running: TestApplication;

  beforeAll(async () => {
    running = await startTestApplication({ env: { SURFACES: 'auth,worker' } });
  });
  afterAll(async () => {
    await running.close();
    rmSync(folder, { recursive: true });
  });

  const objects = (lists: object, on = running) => {
    writeFileSync(file, stringify(lists));
    return on.app.get(WantedObjects).read(file, ENVIRONMENT);
  };
  const given = (options: Partial<ApplyOptions>): ApplyOptions => ({ managedBy: 'acme', prune: false, ...options });
  const plan = (lists: object, options = {}) =>
    running.app.get(Configuration).plan(objects(lists).objects, given(options));
  const apply = (lists: object, options = {}, on = running) =>
    on.app.get(Configuration).apply(objects(lists, on).objects, given(options));
  const counts = ({ steps, faults }: Outcome) => {
    expect(faults).toEqual([]);
    const of = (verb: string) => steps.filter((step) => step.verb === verb).length;
    return { create: of('create'), change: of('change'), remove: of('remove') };
  };
  const lines = ({ steps }: Outcome) => steps.flatMap(writtenStep);
  const rows = (sql: string) => running.app.get(Database).rows(sql);

  it('make everything once, whatever the order, and the second time nothing', async () => {
    expect(counts(await plan(whole))).toEqual({ ...UNCHANGED, create: 8 });
    expect(await rows(`SELECT FROM users.enterprise WHERE enterprise_id = 'acme'`)).toEqual([]);
    expect(counts(await apply(whole))).toEqual({ ...UNCHANGED, create: 8 });
    expect(counts(await plan(whole))).toEqual(UNCHANGED);
    expect(counts(await apply(whole))).toEqual(UNCHANGED);
  });

  it('are audited as configuration', async () => {
    const entries = await rows(
      `SELECT kind FROM shared.audit_entry WHERE actor_kind = 'system' AND actor_id = 'configuration' ORDER BY kind`,
    );
    expect(entries.map(({ kind }) => String(kind))).toEqual(
      expect.arrayContaining(['auth.client-onboarded', 'configuration.applied', 'users.enterprise-opened']),
    );
  });

  it('give the client its secret', async () => {
    const answer = await fetch(running.url('auth', '/service/authserver/oauth/token'), {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`acme-api:${ENVIRONMENT.API_SECRET}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'users:read' }),
    });
    expect(answer.status).toBe(200);
  });

  it('change what they change, tell what somebody has changed here, and never show a secret', async () => {
    await rows(`UPDATE users.enterprise SET name = 'Somebody' WHERE enterprise_id = 'acme'`);
    const changed = {
      ...whole,
      enterprises: [{ ...enterprise, messages: { ...enterprise.messages, secret: `whsec_${'B'.repeat(43)}=` } }],
      clients: [
        web,
        { ...api, clientName: 'Gateway', kyc: { ...api.kyc, auth: { type: 'bearer', token: 'new-token' } } },
      ],
    };
    const planned = await plan(changed);
    expect(lines(planned)).toEqual([
      '~ enterprises/acme (changed here since the last apply: name)',
      '    /name: "Somebody" -> "Acme Bank"',
      '    /messages/secret: another secret',
      '~ clients/acme/live/acme-api',
      '    /clientName: "API" -> "Gateway"',
      '    /kyc/auth/token: another secret',
    ]);
    expect(JSON.stringify(planned)).not.toMatch(/new-token|a-token|whsec/);
    expect(counts(await apply(changed))).toEqual({ ...UNCHANGED, change: 2 });
    expect(counts(await plan(changed))).toEqual(UNCHANGED);
    expect(counts(await apply(whole))).toEqual({ ...UNCHANGED, change: 2 });
  });

  it('remove with prune what they created, and nothing else', async () => {
    const mine = { ...api, clientId: 'mine', clientSecret: undefined };
    const theirs = { ...mine, clientId: 'theirs' };
    await apply({ clients: [theirs] }, { managedBy: 'another-set' });
    await apply({ ...whole, clients: [...whole.clients, mine] });
    expect((await apply(whole)).left).toEqual(['clients/acme/live/mine']);
    expect(lines(await plan(whole, { prune: true }))).toEqual(['- clients/acme/live/mine']);
    expect(counts(await apply(whole, { prune: true }))).toEqual({ ...UNCHANGED, remove: 1 });
    const clients = await rows(`SELECT client_id FROM auth.client WHERE client_id IN ('mine', 'theirs')`);
    expect(clients).toEqual([{ client_id: 'theirs' }]);
    const { faults } = await plan({ clients: [theirs] });
    expect(faults).toMatchObject([{ file, line: 2, detail: expect.stringContaining('"another-set" manage this') }]);
  });

  it('equal what an export writes, which has no secret', async () => {
    const exported = await running.app.get(ConfigurationExport).read();
    expect(Object.keys(exported)).toEqual(Object.keys(whole));
    expect(JSON.stringify(exported)).not.toMatch(new RegExp(`${KYC_TOKEN}|${ENVIRONMENT.API_SECRET}|AAAA`));
    expect(exported['clients']?.find(({ clientId }) => clientId === 'acme-web')).toEqual(web);
    const { clients, ...others } = exported;
    const ours = { ...others, clients: clients?.filter(({ clientId }) => clientId !== 'theirs') };
    expect(counts(await plan(ours))).toEqual(UNCHANGED);
  });

  it('are refused whole with the line and the field of each fault', async () => {
    const wrong = {
      clients: [
        { ...web, clientId: 'a b' },
        { ...web, redirectUris: ['http://bank.example/cb'] },
        { ...web, enterpriseId: 'nobody' },
        { ...web, enterpriseId: 'nobody' },
      ],
      apis: [{ ...orders, resource: 'https://orders.acme.example/#x' }],
      webhookEndpoints: [{ ...endpoint, eventTypes: ['no.such'] }],
    };
    const { faults, objects: read } = objects(wrong);
    expect(faults.map(({ line, field }) => [line, field])).toEqual([
      [3, '/clientId'],
      [30, undefined],
    ]);
    const later = await running.app.get(Configuration).apply(read, given({}));
    expect(later.steps).toEqual([]);
    expect(later.faults.map(({ field }) => field)).toEqual([
      ...['/redirectUris/0', '/enterpriseId', '/resource', '/eventTypes/0'],
    ]);
  });

  it('are as the guide shows one', () => {
    const guide = readFileSync('docs/operators/configuration.md', 'utf8');
    const [, example = ''] = /```yaml\n(.*?)```/s.exec(guide) ?? [];
    writeFileSync(file, example.replace('${file:/run/secrets/webhook}', '${WEBHOOK_SECRET}'));
    const environment = { ...ENVIRONMENT, ONLINE_BANKING_SECRET: newSecret() };
    const read = running.app.get(WantedObjects).read(file, environment);
    expect(read.faults).toEqual([]);
    expect(read.objects.map(({ kind }) => kind.list)).toEqual([
      'enterprises',
      'apis',
      'clients',
      'webhookEndpoints',
      'operators',
    ]);
  });

  it('are as the example of an agent has one, which makes its client', async () => {
    const secret = newSecret();
    const agent = 'examples/agent/countersign.yaml';
    const read = running.app.get(WantedObjects).read(agent, { CLIENT_SECRET: secret });
    expect(read.faults).toEqual([]);
    const once = () => running.app.get(Configuration).apply(read.objects, given({ managedBy: 'agent' }));
    expect([counts(await once()), counts(await once())]).toMatchObject([{ create: 1 }, { create: 0, change: 0 }]);
  });

  it('refuse to take a client from another enterprise or side, and to make one an administrator', async () => {
    const taken = { clients: [{ ...web, test: true, accessTokenAudience: null }] };
    expect((await apply(taken)).faults).toMatchObject([{ field: '/clientId' }]);
    const { faults } = await plan({ clients: [{ ...web, administrator: true }] });
    expect(faults).toMatchObject([{ field: '/administrator', detail: expect.stringContaining('Cannot be changed') }]);
  });

  it('are applied by two processes at once as by one', async () => {
    const many = Array.from({ length: 20 }, (_, at) => ({ ...web, clientId: `many-${at}` }));
    const other = await startTestApplication({ env: { SURFACES: 'worker' }, database: running.database });
    try {
      const both = await Promise.all([apply({ clients: many }), apply({ clients: many }, {}, other)]);
      const created = both.map((outcome) => counts(outcome).create);
      expect(created.reduce((sum, one) => sum + one)).toBe(20);
    } finally {
      await other.close();
    }
  });

  it('stop the start with every fault, and are applied by each start', async () => {
    const start = () =>
      new ConfigurationAtStart(config, running.app.get(Configuration), running.app.get(WantedObjects));
    const config = { ...running.config, configApply: folder };
    writeFileSync(file, stringify({ enterprises: [{ enterpriseId: 'started', name: 'Started' }] }));
    await start().apply();
    await start().apply();
    expect(await rows(`SELECT name FROM users.enterprise WHERE enterprise_id = 'started'`)).toEqual([
      { name: 'Started' },
    ]);
    writeFileSync(file, stringify({ enterprises: [{ enterpriseId: 'started', nmae: 'Started' }] }));
    await expect(start().apply()).rejects.toThrow(ConfigurationRefused);
    await expect(start().apply()).rejects.toThrow(`${file}:3: /nmae: There is no such field.`);
  });
});

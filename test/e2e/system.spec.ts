import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHmac } from 'node:crypto';
import { AuditLog } from '../../src/audit/contract/index.js';
import { issue, newAuthority } from '../../src/development/tls/certificates.js';
import { newId, Tenant } from '../../src/shared/kernel/index.js';
import { MetricsRegistry } from '../../src/shared/observability/index.js';
import { Database } from '../../src/shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../support/application.js';
import { until } from '../integration/support/until.js';
import { DAY } from '../support/clock.js';
import { performJob } from '../support/jobs.js';
import { ReceiverCertificate } from '../support/logout-receiver.js';
import { answering, WebhookReceiver } from '../support/webhook-receiver.js';
import { TestOperator } from '../support/operators.js';
import { portalOf, type Portal } from '../support/tokens.js';

describe('System', () => {
  const scopes = ['system:read', 'system:write', 'figures:read'];
  const SECRET = 'a-password-that-nobody-reads';
  const folder = mkdtempSync(join(tmpdir(), 'countersign-system-'));
  const ends = new Date(Math.floor((Date.now() + 10 * DAY) / 1_000) * 1_000);

  let running: TestApplication;
  let db: Database;
  let administrator: Portal;
  let certificate: ReceiverCertificate;
  let alarmed: WebhookReceiver;
  const ALARM_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

  async function certificateFiles(): Promise<Record<string, string>> {
    const period = { notBefore: new Date(ends.getTime() - 20 * DAY), notAfter: ends };
    const { cert, key } = await issue(await newAuthority(period, []), period, 'portal.bank.example', []);
    const files = { OUTBOUND_CERT_FILE: join(folder, 'cert.pem'), OUTBOUND_KEY_FILE: join(folder, 'key.pem') };
    writeFileSync(files.OUTBOUND_CERT_FILE, cert);
    writeFileSync(files.OUTBOUND_KEY_FILE, key);
    return files;
  }

  beforeAll(async () => {
    certificate = await ReceiverCertificate.make();
    alarmed = await WebhookReceiver.startTls('localhost', certificate.tls);
    running = await startTestApplication({
      env: {
        SURFACES: 'auth,management,console',
        RATE_LIMIT: '200',
        SMTP_URL: `smtps://mailer:${SECRET}@mail.bank.example`,
        MAIL_FROM: 'Bank <no-reply@bank.example>',
        TRUST_PROXY: '10.0.0.0/8,192.168.0.1',
        OTEL_SERVICE_NAME: `https://me:${SECRET}@traces.example/x`,
        ...{ OUTBOUND_CA_FILE: certificate.tls.caFile, ALARM_URL: alarmed.url, ALARM_SECRET },
        ...(await certificateFiles()),
      },
    });
    db = running.app.get(Database);
    administrator = await portalOf(running, { scopes, administrator: true });
  });
  afterAll(async () => {
    await running.close();
    await alarmed.close();
    certificate.remove();
    rmSync(folder, { recursive: true });
  });

  describe('The system', () => {
    const { version: release } = JSON.parse(readFileSync('package.json', 'utf8'));
    let body: any;
    beforeAll(async () => {
      const answer = await administrator.get('/v1/system');
      expect(answer.status).toBe(200);
      body = answer.body;
    });

    it('tells the release, the database and its migrations', () => {
      expect(body).toMatchObject({
        version: release,
        node: process.versions.node,
        mode: 'test',
        worker: false,
        database: { version: expect.stringMatching(/^\d+/), bytes: expect.any(Number) },
        migrations: { applied: db.dataSource.migrations.length, newest: expect.any(String), pending: 0 },
      });
      expect(body.startedTs).toBeLessThanOrEqual(Date.now());
    });

    it('tells the surfaces, and which are open here', () => {
      const open = body.surfaces.filter((one: any) => one.open).map(({ name }: any) => name);
      expect(open).toEqual(['auth', 'management', 'console', 'ops']);
      expect(body.surfaces).toContainEqual({
        ...{ name: 'idv', title: 'Identity verification pages', url: 'https://idv.test', open: false },
      });
    });

    it('tells what work is stored, by its kind', async () => {
      const workOf = async (of: string) =>
        (await administrator.get('/v1/system')).body.work.find(({ kind }: any) => kind === of);
      expect(await workOf('events')).toMatchObject({ waiting: expect.any(Number), parked: 0 });
      await db.rows(
        `INSERT INTO shared.job (id, kind, payload, due_at, parked_at) VALUES
         ($1, 'tests/queue', '{}', now() - interval '1 hour', NULL),
         ($2, 'tests/queue', '{}', now() + interval '1 hour', NULL), ($3, 'tests/queue', '{}', now(), now())`,
        [newId(), newId(), newId()],
      );
      const queue = await workOf('tests/queue');
      expect(queue).toEqual({ kind: 'tests/queue', waiting: 2, parked: 1, overdueSeconds: expect.any(Number) });
      expect(queue.overdueSeconds).toBeGreaterThanOrEqual(3_600);
      await db.rows(`DELETE FROM shared.job WHERE kind = 'tests/queue'`);
    });

    it('tells the processes that are connected, this one too', async () => {
      const connected = async () => (await administrator.get('/v1/system')).body.processes as any[];
      const before = await connected();
      expect(before.map(({ startedTs }) => typeof startedTs)).toEqual(['number']);
      const another = await startTestApplication({ database: running.database });
      await until(async () => (await connected()).length === 2);
      await another.close();
      await until(async () => (await connected()).length === 1);
      expect(await connected()).toEqual(before);
    });

    it('tells until when a certificate is valid, and asks for people a month before', async () => {
      expect(body.certificates).toEqual([
        {
          use: 'outbound',
          subject: 'CN=portal.bank.example',
          notBeforeTs: ends.getTime() - 20 * DAY,
          notAfterTs: ends.getTime(),
        },
      ]);
      const { attention } = (await administrator.get('/v1/attention')).body;
      expect(attention).toContainEqual({ kind: 'certificates.ending', count: 1, oldest: null, severity: 'warning' });
    });

    it('tells settings that differ, and of secrets that they are set', () => {
      const settings = Object.fromEntries(body.settings.map(({ name, ...rest }: any) => [name, rest]));
      expect(settings).toMatchObject({
        RATE_LIMIT: { value: '200', default: '100', secret: false },
        MAIL_FROM: { value: 'Bank no-reply@bank.example', default: null, secret: false },
        TRUST_PROXY: { value: '10.0.0.0/8,192.168.0.1', default: '', secret: false },
        SMTP_URL: { value: null, default: null, secret: true },
        ENCRYPTION_KEYS: { value: null, default: null, secret: true },
        OTEL_SERVICE_NAME: { value: 'https://…@traces.example/x' },
      });
      expect(settings).not.toHaveProperty('SESSION_TTL');
      expect(JSON.stringify(body)).not.toContain(SECRET);
      expect(JSON.stringify(body)).not.toContain(running.config.encryptionKeys);
    });
  });

  describe('Alarms', () => {
    const look = () => performJob(running.app, 'operators/watch-alarms');
    const waiting = () =>
      db.rows<{ payload: any }>(`SELECT payload FROM shared.job WHERE kind = 'operators/tell-alarms' ORDER BY id`);
    const tell = async () => {
      const [job] = await waiting();
      await db.rows(`DELETE FROM shared.job WHERE kind = 'operators/tell-alarms'`);
      await performJob(running.app, 'operators/tell-alarms', job?.payload, { id: 'job-1' });
      return JSON.parse(alarmed.got.at(-1)?.body ?? '');
    };
    const figures = async () =>
      (await running.app.get(MetricsRegistry).metrics()).match(/^countersign_alarm.* [1-9]\d*$/gm);
    const audited = () =>
      db.rows(`SELECT outcome, details FROM shared.audit_entry WHERE kind = 'operators.alarms-told' ORDER BY id`);

    it('are told once, also by two looks at once, in a signed call, and the audit log and figures tell it', async () => {
      await Promise.all([look(), look()]);
      await look();
      expect(await waiting()).toHaveLength(1);
      expect(await tell()).toMatchObject({
        type: 'operators.alarms',
        data: { started: [{ kind: 'certificates.ending', severity: 'warning', count: 1 }], ended: [], open: [] },
      });
      const { headers, body } = alarmed.got.at(-1)!;
      const signed = `job-1.${headers['webhook-timestamp']}.${body}`;
      const key = Buffer.from(ALARM_SECRET.slice('whsec_'.length), 'base64');
      expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
      const details = { by: 'url', started: ['certificates.ending'], ended: [], open: [] };
      expect(await audited()).toEqual([{ outcome: 'done', details }]);
      expect(await figures()).toEqual([
        'countersign_alarm_messages_total{channel="url",outcome="done"} 1',
        'countersign_alarms{kind="certificates.ending",severity="warning"} 1',
      ]);
    });

    it('that are over are told too, beside what is still open', async () => {
      const long = `now() - interval '1 hour'`;
      await db.rows(
        `INSERT INTO operators.open_alarm VALUES ('jobs.parked', 'critical', 2, ${long}, ${long}, ${long})`,
      );
      expect(await figures()).toContain('countersign_alarms{kind="jobs.parked",severity="critical"} 2');
      await look();
      expect((await figures())?.filter((figure) => figure.includes('parked'))).toEqual([]);
      expect((await tell()).data).toMatchObject({
        ...{ started: [], ended: [{ kind: 'jobs.parked', count: 2 }], open: [{ kind: 'certificates.ending' }] },
      });
    });

    it('that stay open are told once more a day later, and again where their receiver refuses', async () => {
      await db.rows(`UPDATE operators.open_alarm SET told_at = now() - interval '25 hours'`);
      await look();
      alarmed.answer = answering(503);
      await expect(tell()).rejects.toThrow('did not take them (503)');
      expect(JSON.parse(alarmed.got.at(-1)?.body ?? '').data).toMatchObject({
        ...{ started: [], ended: [], open: [{ kind: 'certificates.ending' }] },
      });
    });
  });

  describe.each([
    ['jobs', 'kind', 'job'],
    ['events', 'type', 'event'],
  ] as const)('Parked %s', (plural, named, single) => {
    const NAME = `tests/${plural}`;
    const path = `/v1/${plural}`;
    const table = plural === 'jobs' ? 'shared.job' : 'shared.outbox';

    async function parked(name = NAME, { key = null as string | null, at = '2026-01-31T09:30:00.123456Z' } = {}) {
      const id = newId();
      await (plural === 'jobs'
        ? db.rows(
            `INSERT INTO shared.job (id, kind, payload, dedupe_key, due_at, attempts, last_error, parked_at)
           VALUES ($1, $2, '{"secret":"Anna Berg"}', $3, now(), 10, $4, $5)`,
            [id, name, key, 'it failed', at],
          )
        : db.rows(
            `INSERT INTO shared.outbox (id, type, key, payload, occurred_at, due_at, attempts, last_error, parked_at)
           VALUES ($1, $2, 'key', '{"secret":"Anna Berg"}', now(), now(), 10, $3, $4)`,
            [id, name, 'it failed', at],
          ));
      return id;
    }
    const rowOf = (id: string) => db.one<any>(`SELECT * FROM ${table} WHERE id = $1`, [id]);
    const idsOf = async (query: string) => {
      const { status, body } = await administrator.get(`${path}?${query}`);
      expect(status).toBe(200);
      return { ids: body[plural].map(({ id }: any) => id) as string[], next: body.next as string | null };
    };
    const audited = async (id: string) => {
      const { entries } = await running.app
        .get(AuditLog)
        .list({ tenant: Tenant.of('default', false), kinds: ['system.*'] }, 50);
      return entries.filter(({ details }) => details['id'] === id).map(({ kind, actorKind }) => `${kind} ${actorKind}`);
    };
    afterEach(() => db.rows(`DELETE FROM ${table} WHERE ${named} LIKE 'tests/%'`));

    it('are listed without their content', async () => {
      const id = await parked();
      await db.rows(`UPDATE ${table} SET last_error = repeat('x', 5000) WHERE id = $1`, [id]);
      const { body } = await administrator.get(`${path}?${named}=${NAME}`);
      expect(body).toEqual({
        [plural]: [
          {
            ...{ id, [named]: NAME, attempts: 10, lastError: 'x'.repeat(2_000) },
            [plural === 'jobs' ? 'createdTs' : 'occurredTs']: expect.any(Number),
            parkedTs: Date.parse('2026-01-31T09:30:00.123Z'),
          },
        ],
        next: null,
      });
    });

    it('are listed page by page, also where many were given up at one moment', async () => {
      const made: string[] = [];
      for (let i = 0; i < 5; i++) made.push(await parked());
      const latest = await parked(NAME, { at: '2026-01-31T09:30:00.123457Z' });
      await parked(`${NAME}/other`);
      const seen: string[] = [];
      for (let next: string | null = ''; next !== null;) {
        const page: { ids: string[]; next: string | null } = await idsOf(
          `state=parked&limit=2&${named}=${NAME}${next && `&cursor=${next}`}`,
        );
        seen.push(...page.ids);
        next = page.next;
      }
      expect(seen).toEqual([latest, ...made.reverse()]);
    });

    it('are put back to work once, and the audit log tells who did', async () => {
      const id = await parked();
      const both = await Promise.all([1, 2].map(() => administrator.post(`${path}/${id}/replay`)));
      expect(both.map(({ status }) => status).sort()).toEqual([204, 404]);
      expect(await rowOf(id)).toMatchObject({ parked_at: null, attempts: 0 });
      expect((await administrator.post(`${path}/${id}/replay`)).body.code).toBe(`system/${single}-not-found`);
      expect(await audited(id)).toEqual([`system.${single}-replayed client`]);
    });

    it('are dropped for good', async () => {
      const id = await parked();
      expect((await administrator.delete(`${path}/${id}`)).status).toBe(204);
      expect(await rowOf(id)).toBeUndefined();
      expect((await administrator.delete(`${path}/${id}`)).status).toBe(404);
      expect(await audited(id)).toEqual([`system.${single}-removed client`]);
    });

    it('are not dropped while they are at work', async () => {
      const id = await parked();
      await db.rows(`UPDATE ${table} SET parked_at = NULL WHERE id = $1`, [id]);
      expect((await administrator.delete(`${path}/${id}`)).status).toBe(404);
      expect(await rowOf(id)).toBeDefined();
    });

    if (plural === 'jobs') {
      it('give way to one of the same key that waits', async () => {
        const id = await parked(NAME, { key: 'same' });
        await db.rows(
          `INSERT INTO shared.job (id, kind, payload, dedupe_key, due_at) VALUES ($1, $2, '{}', 'same', now())`,
          [newId(), NAME],
        );
        expect((await administrator.post(`${path}/${id}/replay`)).status).toBe(204);
        expect(await db.rows(`SELECT parked_at FROM shared.job WHERE kind = $1`, [NAME])).toEqual([
          { parked_at: null },
        ]);
      });
    }

    it.each(['state=running', 'limit=201', `${named}=${'x'.repeat(256)}`])('are not listed by %s', async (query) => {
      expect((await administrator.get(`${path}?${query}`)).status).toBe(422);
    });

    it('are named by ids only', async () => {
      expect((await administrator.delete(`${path}/1`)).status).toBe(404);
    });
  });

  describe('All of it', () => {
    const routes = [
      ['GET', '/v1/system'],
      ['GET', '/v1/jobs'],
      ['POST', `/v1/jobs/${newId()}/replay`],
      ['DELETE', `/v1/jobs/${newId()}`],
      ['GET', '/v1/events'],
      ['POST', `/v1/events/${newId()}/replay`],
      ['DELETE', `/v1/events/${newId()}`],
    ] as const;
    const call = (caller: Portal, method: string, path: string) =>
      method === 'GET' ? caller.get(path) : method === 'POST' ? caller.post(path) : caller.delete(path);

    it.each(routes)('is for live administrators: %s %s', async (method, path) => {
      const callers = [
        await portalOf(running, { scopes }),
        await portalOf(running, { scopes, administrator: true, test: true }),
        await portalOf(running, { scopes: ['figures:read'], administrator: true }),
      ];
      for (const caller of callers) expect((await call(caller, method, path)).status).toBe(403);
      const reader = await portalOf(running, { scopes: ['system:read'], administrator: true });
      expect((await call(reader, method, path)).status).toBe(method === 'GET' ? 200 : 403);
    });

    it.each(routes)('is for operators of all enterprises, on live data: %s %s', async (method, path) => {
      const everywhere = await TestOperator.with(running, ['developer']);
      const local = await TestOperator.with(running, [{ enterpriseId: 'default', side: 'both', role: 'owner' }]);
      const support = await TestOperator.with(running, ['support']);
      const statusOf = async (operator: TestOperator, data: string) =>
        (await operator.call(method, `/api${path}`, undefined, { data })).status;
      expect(await statusOf(everywhere, 'live')).toBe(method === 'GET' ? 200 : 404);
      expect(await statusOf(everywhere, 'test')).toBe(403);
      expect(await statusOf(local, 'live')).toBe(403);
      expect(await statusOf(support, 'live')).toBe(403);
    });
  });
});

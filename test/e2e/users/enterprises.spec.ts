import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { CONFIG, type Config } from '../../../src/config.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { Enterprises, MailAddresses, UserActivation } from '../../../src/users/contract/index.js';
import { Tenant } from '../../../src/shared/kernel/index.js';
import { EnrolmentService } from '../../../src/users/management/enrolment.service.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { someone } from '../../support/enrolments.js';
import { performJob } from '../../support/jobs.js';
import { mailsTo } from '../../support/mails.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { meetAtLock } from '../../support/held-locks.js';
import { sharedApplication } from '../../support/shared-application.js';
import { portalOf, type Portal } from '../../support/tokens.js';
import { until } from '../../integration/support/until.js';

const scopes = ['enterprises:read', 'enterprises:write'];

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let running: TestApplication;
let administrator: Portal;
let made = 0;

const path = (enterpriseId: string) => `/v1/enterprises/${encodeURIComponent(enterpriseId)}`;

async function make(fields: object = {}): Promise<string> {
  const enterpriseId = `bank-${made++}`;
  expect((await administrator.post('/v1/enterprises', { enterpriseId, name: 'Bank', ...fields })).status).toBe(201);
  return enterpriseId;
}

const audited = (enterpriseId: string) =>
  running.app
    .get(Database)
    .rows(`SELECT kind, actor_id AS "actorId", details FROM shared.audit_entry WHERE enterprise_id = $1 ORDER BY id`, [
      enterpriseId,
    ]);

describe('Enterprises', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    administrator = await portalOf(running, { scopes, administrator: true });
  });

  describe('An enterprise', () => {
    it('is there from the first start', async () => {
      expect(await administrator.get(path('default'))).toMatchObject({ status: 200, body: { name: 'Default' } });
    });

    it('is made with what is sent, and found where the answer says', async () => {
      const sent = {
        enterpriseId: 'Acme|Bank+1@x',
        name: 'Acme Банк',
        branding: {
          logoUri: 'https://acme.example/logo.svg',
          color: '#0B5fff',
          privacyUri: 'https://acme.example/privacy',
          termsUri: 'https://acme.example/terms',
          helpUri: 'https://acme.example/help',
        },
        retentionDays: 3650,
        inactivityDays: 1,
        dailyNotificationMiB: 512,
        rateLimit: { perSecond: 2000, burst: 20_000 },
        quietHours: { from: '22:00', to: '06:30', timeZone: 'Europe/Berlin' },
        signIn: { recovery: 'mail', leastLevel: 2, groups: [{ group: 'staff', leastLevel: 3 }] },
      };
      const answer = await administrator.post('/v1/enterprises', sent);
      expect(answer).toMatchObject({ status: 201, body: sent });
      expect(answer.body.createdTs).toBe(answer.body.updatedTs);
      const found = await administrator.get(answer.headers.get('location')!);
      expect(found).toMatchObject({ status: 200 });
      expect(found.body).toEqual(answer.body);
    });

    it('starts with 30 days of retention, no inactivity, no quiet hours and no branding', async () => {
      expect((await administrator.get(path(await make()))).body).toMatchObject({
        branding: {},
        retentionDays: 30,
        inactivityDays: null,
        quietHours: null,
        dailyNotificationMiB: null,
        rateLimit: null,
        signIn: { recovery: 'off', emailChange: false, leastLevel: 1, groups: [] },
      });
    });

    it('that a developer makes lets its users recover, and the one that was there does not', async () => {
      const development = jest.replaceProperty(running.app.get<Config>(CONFIG), 'nodeEnv', 'development');
      const id = await make();
      development.restore();
      const both = {
        leastLevel: 1,
        factors: ['totp', 'approval', 'recoveryCode'],
        rememberBrowserDays: 0,
        factorRecovery: 'off',
        factorRecoveryHours: 24,
        newDevice: 'login',
        groups: [],
      };
      const signIn = async (enterprise: string) => (await administrator.get(path(enterprise))).body.signIn;
      expect(await signIn(id)).toEqual({ ...both, recovery: 'mail', emailChange: true });
      expect(await signIn('default')).toEqual({ ...both, recovery: 'off', emailChange: false });
    });

    it('is made once, also when it is asked for twice at once', async () => {
      const body = { enterpriseId: 'twin', name: 'Twin' };
      const lock = 'LOCK TABLE users.enterprise IN SHARE MODE';
      const post = () => administrator.post('/v1/enterprises', body);
      const ended = await meetAtLock(running.database, lock, [], [post, post]);
      const answers = ended.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
      expect(answers.map((answer) => answer?.status).sort()).toEqual([201, 409]);
      expect(await administrator.post('/v1/enterprises', body)).toMatchObject({
        status: 409,
        body: { code: 'enterprises/already-exists' },
      });
    });

    it('is changed in what is sent, and in nothing else', async () => {
      const quietHours = { from: '20:00', to: '08:00', timeZone: 'UTC' };
      const id = await make({ inactivityDays: 90, quietHours, branding: { color: '#000000' } });
      const before = (await administrator.get(path(id))).body;
      const named = await administrator.patch(path(id), { name: 'New name' });
      expect(named).toMatchObject({ status: 200 });
      expect(named.body).toEqual({ ...before, name: 'New name', updatedTs: named.body.updatedTs });
      const cleared = await administrator.patch(path(id), {
        inactivityDays: null,
        quietHours: null,
        branding: { logoUri: 'https://acme.example/l.png' },
      });
      expect(cleared.body).toMatchObject({
        name: 'New name',
        retentionDays: 30,
        inactivityDays: null,
        quietHours: null,
      });
      expect(cleared.body.branding).toEqual({ logoUri: 'https://acme.example/l.png' });
      expect((await administrator.get(path(id))).body).toEqual(cleared.body);
    });

    it('loses neither of two changes that come at once', async () => {
      const id = await make();
      const lock = 'SELECT 1 FROM users.enterprise WHERE enterprise_id = $1 FOR UPDATE';
      await meetAtLock(
        running.database,
        lock,
        [id],
        [
          () => administrator.patch(path(id), { retentionDays: 7 }),
          () => administrator.patch(path(id), { inactivityDays: 8 }),
        ],
      );
      expect((await administrator.get(path(id))).body).toMatchObject({ retentionDays: 7, inactivityDays: 8 });
    });

    it('that is not there is not found', async () => {
      for (const answer of [await administrator.get(path('nowhere')), await administrator.patch(path('nowhere'), {})]) {
        expect(answer).toMatchObject({ status: 404, body: { code: 'enterprises/not-found' } });
      }
      expect((await administrator.get('/v1/enterprises/no%20id')).status).toBe(404);
    });

    it('leaves a trace of who made and changed it', async () => {
      const id = await make({ retentionDays: 7 });
      await administrator.patch(path(id), { name: 'New name' });
      const { clientId: actorId } = administrator;
      expect(await audited(id)).toEqual([
        { kind: 'users.enterprise-opened', actorId, details: { enterpriseId: id, fields: expect.any(Array) } },
        { kind: 'users.enterprise-changed', actorId, details: { enterpriseId: id, fields: ['name'] } },
      ]);
    });

    it('is listed in the order of ids, page by page', async () => {
      for (let i = 0; i < 3; i++) await make();
      const seen: string[] = [];
      let cursor = '';
      do {
        const { body } = await administrator.get(`/v1/enterprises?limit=2${cursor && `&cursor=${cursor}`}`);
        expect(body.enterprises.length).toBeLessThanOrEqual(2);
        seen.push(...body.enterprises.map(({ enterpriseId }: { enterpriseId: string }) => enterpriseId));
        cursor = body.next ?? '';
      } while (cursor);
      const all = await running.app
        .get(Database)
        .rows(`SELECT enterprise_id AS id FROM users.enterprise WHERE enterprise_id <> '~operators' ORDER BY 1`);
      expect(seen).toEqual(all.map(({ id }) => id as string));
      expect(seen.length).toBeGreaterThan(3);
    });
  });

  describe('The message channel of an enterprise', () => {
    const receivers: WebhookReceiver[] = [];
    const channel = async (): Promise<WebhookReceiver> => {
      const receiver = await WebhookReceiver.start();
      receivers.push(receiver);
      return receiver;
    };
    const withChannel = async (): Promise<readonly [string, WebhookReceiver]> => {
      const receiver = await channel();
      return [await make({ messages: { url: receiver.url, secret: SECRET } }), receiver];
    };
    const enrol = (enterpriseId: string, userId: string) =>
      running.app
        .get(EnrolmentService)
        .enrol(Tenant.of(enterpriseId, false), someone(userId, { emailId: `${userId}@example.com` }));
    const messageOf = ({ got }: WebhookReceiver) => JSON.parse(got[0]?.body ?? '{}') as { data: unknown };
    afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.close())));

    it('gets the codes of its users, signed with its secret; others go where the settings say', async () => {
      const [[a, ofA], [b, ofB]] = [await withChannel(), await withChannel()];
      await enrol(a, 'anna');
      await enrol(b, 'ben');
      await enrol('default', 'dora');
      await Promise.all([ofA.received(1), ofB.received(1)]);
      await until(async () => (await mailsTo(running, 'dora@example.com')).length === 1);
      const message = { purpose: 'users/activation-code', code: expect.stringMatching(/^\w{5}-?\w{5}$/) };
      const to = (userId: string) => ({ email: `${userId}@example.com`, mobile: null });
      expect(messageOf(ofA).data).toMatchObject({ ...message, enterpriseId: a, to: to('anna') });
      expect(messageOf(ofB).data).toMatchObject({ ...message, enterpriseId: b, to: to('ben') });
      expect([ofA.got.length, ofB.got.length]).toEqual([1, 1]);
      expect(await mailsTo(running, 'anna@example.com')).toEqual([]);
      const { id, headers, body } = ofA.got[0]!;
      const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
      const signed = `${id}.${headers['webhook-timestamp']}.${body}`;
      expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    });

    it('reaches users who have no mail address, and is used no more once it is taken away', async () => {
      const [id, receiver] = await withChannel();
      const { activation } = await running.app
        .get(EnrolmentService)
        .enrol(Tenant.of(id, false), someone('mobile', { mobileNumber: '+4915112345678' }));
      expect(activation).toBe('sent');
      await receiver.received(1);
      expect((await administrator.patch(path(id), { messages: null })).body.messages).toBeNull();
      await enrol(id, 'later');
      await until(async () => (await mailsTo(running, 'later@example.com')).length === 1);
      expect(receiver.got).toHaveLength(1);
    });

    it('that hangs takes two places only, so that the codes of another enterprise are not late', async () => {
      const [[a, ofA], [b, ofB]] = [await withChannel(), await withChannel()];
      ofA.answer = () => undefined;
      for (let user = 0; user < 6; user++) await enrol(a, `waits-${user}`);
      await ofA.received(2);
      await enrol(b, 'swift');
      await ofB.received(1);
      expect(ofA.got).toHaveLength(2);
      const issued = (await audited(a)).filter(({ kind }) => kind === 'users.activation-code-issued');
      expect(issued).toHaveLength(2);
    });

    it('that hangs voids no code that a user already has: none is issued until its message may be sent', async () => {
      const [id, receiver] = await withChannel();
      const { user } = await running.app
        .get(EnrolmentService)
        .enrol(
          Tenant.of(id, false),
          someone('patient', { emailId: 'patient@example.com', predefinedCode: 'by word of mouth' }),
        );
      await running.app.get(UserActivation).activate({
        tenant: user.tenant,
        login: 'patient',
        code: 'by word of mouth',
        credentialId: 'password',
      });
      receiver.answer = () => undefined;
      for (const hung of ['first', 'second']) await enrol(id, hung);
      await receiver.received(2);

      const { sub } = user;
      const boundTo = 'session';
      await running.app.get(MailAddresses).ask({ sub, address: 'patient@example.com', boundTo });
      const [change] = await running.app
        .get(Database)
        .rows<{ id: string }>(`SELECT id FROM users.address_change WHERE sub = $1`, [sub]);
      const before = await audited(id);
      const jobs = [
        performJob(running.app, 'users/send-mailed-code', { sub, boundTo }),
        performJob(running.app, 'users/send-address-code', { id: change!.id }),
      ];
      for (const job of jobs) await expect(job).rejects.toThrow('The receiver of messages of the enterprise is busy');
      expect(await audited(id)).toEqual(before);
      const hashes = `SELECT code_hash FROM users.address_change WHERE sub = $1 AND code_hash IS NOT NULL
        UNION ALL SELECT code_hash FROM users.mailed_code WHERE sub = $1`;
      expect(await running.app.get(Database).rows(hashes, [sub])).toEqual([]);
    });

    it('is shown without its secret, kept sealed, and told to the audit log by its origin', async () => {
      const [id, { url, origin }] = await withChannel();
      const shown = await administrator.get(path(id));
      expect(shown.body.messages).toEqual({ url });
      const [kept] = await running.app
        .get(Database)
        .rows(`SELECT sealed_messages AS sealed FROM users.enterprise WHERE enterprise_id = $1`, [id]);
      const bytes = Buffer.from(kept!['sealed'] as Buffer).toString('latin1');
      for (const secret of [url, SECRET, origin]) expect(bytes).not.toContain(secret);
      const told = await audited(id);
      expect(told).toMatchObject([{ details: { messagesTo: origin } }]);
      expect(JSON.stringify(told)).not.toContain('whsec_');
    });
  });

  describe('A field of an enterprise', () => {
    const QUIET = { from: '22:00', to: '06:00', timeZone: 'UTC' };

    it.each<[string, object]>([
      ['/name', { name: '' }],
      ['/name', { name: null }],
      ['/name', { name: 'a\nb' }],
      ['/branding', { branding: null }],
      ['/branding', { branding: [] }],
      ['/branding/logoUri', { branding: { logoUri: 'http://acme.example/logo.svg' } }],
      ['/branding/logoUri', { branding: { logoUri: 'javascript:alert(1)' } }],
      ['/branding/color', { branding: { color: 'red' } }],
      ['/branding/color', { branding: { color: '#0b5ff' } }],
      ['/branding/font', { branding: { font: 'Comic Sans' } }],
      ['/retentionDays', { retentionDays: 0 }],
      ['/retentionDays', { retentionDays: 3651 }],
      ['/retentionDays', { retentionDays: 1.5 }],
      ['/retentionDays', { retentionDays: null }],
      ['/retentionDays', { retentionDays: '30' }],
      ['/inactivityDays', { inactivityDays: 0 }],
      ['/dailyNotificationMiB', { dailyNotificationMiB: 0 }],
      ['/rateLimit/perSecond', { rateLimit: { perSecond: 0, burst: 1 } }],
      ['/rateLimit/burst', { rateLimit: { perSecond: 1 } }],
      ['/quietHours/from', { quietHours: { ...QUIET, from: '24:00' } }],
      ['/quietHours/to', { quietHours: { ...QUIET, to: '6:00' } }],
      ['/quietHours/timeZone', { quietHours: { ...QUIET, timeZone: '+01:00' } }],
      ['/quietHours/timeZone', { quietHours: { ...QUIET, timeZone: 'Mars/Olympus' } }],
      ['/quietHours/timeZone', { quietHours: { from: '22:00', to: '06:00' } }],
      ['/signIn/recovery', { signIn: { recovery: 'sms' } }],
      ['/signIn/level', { signIn: { level: 1 } }],
      ['/signIn/leastLevel', { signIn: { leastLevel: 4 } }],
      ['/signIn/groups/0/leastLevel', { signIn: { groups: [{ group: 'staff', leastLevel: 0 }] } }],
      ['/messages', { messages: 'https://messages.example' }],
      ['/messages/url', { messages: { secret: SECRET } }],
      ['/messages/url', { messages: { url: 'http://messages.example/in', secret: SECRET } }],
      ['/messages/url', { messages: { url: 'https://10.0.0.1/in', secret: SECRET } }],
      ['/messages/url', { messages: { url: 'https://169.254.169.254/', secret: SECRET } }],
      ['/messages/url', { messages: { url: 'https://a:b@messages.example/in', secret: SECRET } }],
      ['/messages/secret', { messages: { url: 'https://messages.example/in' } }],
      ['/messages/secret', { messages: { url: 'https://messages.example/in', secret: 'whsec_c2hvcnQ=' } }],
      ['/administrator', { administrator: true }],
    ])('is refused when it is wrong: %s in %j', async (pointer, fields) => {
      const id = await make();
      for (const answer of [
        await administrator.patch(path(id), fields),
        await administrator.post('/v1/enterprises', { enterpriseId: 'never', name: 'Never', ...fields }),
      ]) {
        expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
      }
      expect((await administrator.get(path('never'))).status).toBe(404);
    });

    it('has at most 255 characters when it is the name', async () => {
      const id = await make();
      expect((await administrator.patch(path(id), { name: 'é'.repeat(255) })).status).toBe(200);
      expect((await administrator.patch(path(id), { name: 'é'.repeat(256) })).status).toBe(422);
    });

    it('never changes when it is the id', async () => {
      const answer = await administrator.patch(path(await make()), { enterpriseId: 'other' });
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/enterpriseId' }] } });
    });

    it('is right or refused by name, whatever is sent', async () => {
      const fields = [
        'name',
        'branding',
        'retentionDays',
        'inactivityDays',
        'quietHours',
        'dailyNotificationMiB',
        '__proto__',
        'constructor',
      ];
      const value = fc.oneof(
        fc.jsonValue({ stringUnit: 'binary' }),
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.dictionary(fc.constantFrom('logoUri', 'color', 'from', 'to', 'timeZone'), fc.string({ unit: 'binary' })),
      );
      const id = await make();
      await fc.assert(
        fc.asyncProperty(fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 4 }), async (body) => {
          const answer = await administrator.patch(path(id), body);
          if (answer.status !== 200) {
            expect({ status: answer.status, named: answer.body.errors?.length > 0 }).toEqual({
              status: 422,
              named: true,
            });
          }
        }),
      );
    });
  });

  describe('The management of enterprises', () => {
    const calls = (portal: Portal) => [
      portal.get('/v1/enterprises'),
      portal.get(path('default')),
      portal.post('/v1/enterprises', { enterpriseId: 'mine', name: 'Mine' }),
      portal.patch(path('default'), { name: 'Default' }),
    ];
    const codes = async (options: Parameters<typeof portalOf>[1]) =>
      (await Promise.all(calls(await portalOf(running, options)))).map(
        ({ status, body }) => `${status} ${body.code as string}`,
      );

    it.each([
      ['a client of an enterprise, whatever its scopes', { scopes }],
      ['an administrator of the test side', { scopes, administrator: true, test: true }],
    ])('is for administrators, and not for %s', async (_name, options) => {
      expect(await codes(options)).toEqual(Array(4).fill('403 kernel/forbidden'));
    });

    it('is for them only within the scopes of their token', async () => {
      const lacking = '403 kernel/insufficient-scope';
      expect(await codes({ scopes: ['users:read'], administrator: true })).toEqual(Array(4).fill(lacking));
      const reading = await codes({ scopes: ['enterprises:read'], administrator: true });
      expect(reading.slice(2)).toEqual([lacking, lacking]);
      const writing = await codes({ scopes: ['enterprises:write'], administrator: true });
      expect(writing.slice(0, 2)).toEqual([lacking, lacking]);
    });
  });

  describe('The enterprises that a process remembers', () => {
    it('are those that there are, also when another process makes or changes one', async () => {
      const other = await startTestApplication({ database: running.database });
      try {
        const enterprises = other.app.get(Enterprises);
        expect(await enterprises.exists('late')).toBe(false);
        await administrator.post('/v1/enterprises', { enterpriseId: 'late', name: 'Late' });
        expect(await enterprises.exists('late')).toBe(true);
        expect(await enterprises.find('late')).toMatchObject({ name: 'Late', retentionDays: 30 });
        await administrator.patch(path('late'), { retentionDays: 90 });
        expect(await running.app.get(Enterprises).find('late')).toMatchObject({ retentionDays: 90 });
        await until(async () => (await enterprises.find('late'))?.retentionDays === 90);
      } finally {
        await other.close();
      }
    });

    it('are asked of the database once', async () => {
      const enterprises = running.app.get(Enterprises);
      expect(await enterprises.find('default')).toBe(await enterprises.find('default'));
    });
  });
});

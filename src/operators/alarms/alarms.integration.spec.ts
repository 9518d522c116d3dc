import { createHmac } from 'node:crypto';
import { answering, WebhookReceiver } from '../../../test/support/webhook-receiver.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { performJob } from '../../../test/support/jobs.js';
import { ReceiverCertificate } from '../../../test/support/logout-receiver.js';
import { mailsTo } from '../../../test/support/mails.js';
import { TestOperator } from '../../../test/support/operators.js';
import { portalOf } from '../../../test/support/tokens.js';
import { newId } from '../../shared/kernel/index.js';
import { MetricsRegistry } from '../../shared/observability/index.js';
import { Database } from '../../shared/persistence/index.js';
import { OperatorsService } from '../people/operators.service.js';

const ALARMS = '/api/v1/me/alarms';
const BY_FILES = { sub: null, demandSecond: () => undefined };

describe('Alarms of operators', () => {
  let running: TestApplication;
  let db: Database;
  let certificate: ReceiverCertificate;
  let server: WebhookReceiver;
  let anna: TestOperator;
  let ben: TestOperator;
  beforeAll(async () => {
    certificate = await ReceiverCertificate.make();
    server = await WebhookReceiver.startTls('localhost', certificate.tls);
    const env = { SURFACES: 'auth,management,console', OUTBOUND_CA_FILE: certificate.tls.caFile }; // no worker takes the jobs
    running = await startTestApplication({ env });
    db = running.app.get(Database);
    anna = await TestOperator.with(running, ['owner'], { emailId: 'anna@bank.example' });
    ben = await TestOperator.with(running, ['developer'], { emailId: 'ben@bank.example' });
  });
  afterAll(async () => {
    await running.close();
    await server.close();
    certificate.remove();
  });

  const OFF = { mail: false, leastSeverity: 'warning', url: null };
  const put = (operator: TestOperator, changes: object) => operator.call('PUT', ALARMS, { ...OFF, ...changes });
  const mailsOf = async (name: string) => (await mailsTo(running, `${name}@bank.example`, 'operators/alarms')).length;
  const isSigned = (secret: string) => {
    const { headers, body } = server.got.at(-1)!;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  };

  /** Parks a job, which causes an alarm. `over` removes both. */
  const park = () =>
    db.rows(
      `INSERT INTO shared.job (id, kind, payload, due_at, parked_at) VALUES ($1, 'tests/alarms', '{}', now(), now())`,
      [newId()],
    );
  const over = async () => {
    await db.rows(`DELETE FROM shared.job WHERE kind = 'tests/alarms'`);
    await db.rows('DELETE FROM operators.open_alarm');
  };
  const look = () => performJob(running.app, 'operators/watch-alarms');
  const tell = async () => {
    const jobs = await db.rows<{ payload: any }>(
      `DELETE FROM shared.job WHERE kind = 'operators/tell-alarms' RETURNING payload`,
    );
    for (const { payload } of jobs) await performJob(running.app, 'operators/tell-alarms', payload, { id: newId() });
    return jobs.map(({ payload: { to, by } }) => [to, by]).sort();
  };

  it('are off at first, and start by mail and as signed calls, without a setting', async () => {
    expect((await anna.get(ALARMS)).body).toEqual({ ...OFF, mailTo: 'anna@bank.example' });
    const on = { mail: true, leastSeverity: 'warning', url: server.url };
    const { status, body } = await put(anna, on);
    expect([status, body]).toEqual([200, { ...on, mailTo: 'anna@bank.example', secret: expect.any(String) }]);
    expect((await anna.get(ALARMS)).body).toEqual({ ...on, mailTo: 'anna@bank.example' });

    await park();
    await Promise.all([look(), look()]);
    expect(await tell()).toEqual([[anna.sub, 'mail'], [anna.sub, 'url']]); // oxfmt-ignore
    const [mail] = await mailsTo(running, 'anna@bank.example', 'operators/alarms');
    expect(mail?.text).toContain('Jobs have failed too often');
    expect(mail?.text).toContain('You turned on alarms of this service on your page at the console.');
    expect(JSON.parse(server.got.at(-1)!.body)).toMatchObject({
      ...{ type: 'operators.alarms', data: { started: [{ kind: 'jobs.parked', severity: 'critical' }] } },
    });
    expect(isSigned(body.secret)).toBe(true);
    await over();
  });

  it('keep their secret while the address stays, and get another with another address', async () => {
    const first = (await put(ben, { url: server.url })).body.secret;
    expect((await put(ben, { url: server.url, mail: true })).body.secret).toBeNull();
    await ben.call('POST', `${ALARMS}/test`);
    expect(isSigned(first)).toBe(true);
    const second = (await put(ben, { url: `${server.url}/other` })).body.secret;
    expect(second).toMatch(/^whsec_/);
    expect(second).not.toBe(first);
    await ben.call('POST', `${ALARMS}/test`);
    expect([server.got.at(-1)!.path, isSigned(first), isSigned(second)]).toEqual(['/hook/other', false, true]);
  });

  it('are tried by a test, which says how it ended', async () => {
    await put(ben, { mail: true, url: server.url });
    const before = await mailsOf('ben');
    const test = async () => (await ben.call('POST', `${ALARMS}/test`)).body;
    expect(await test()).toEqual({ mail: 'sent', url: 'sent', urlStatus: 204 });
    expect(await mailsOf('ben')).toBe(before + 1);
    expect(JSON.parse(server.got.at(-1)!.body).data.started).toMatchObject([{ kind: 'test' }]);
    server.answer = answering(500);
    expect(await test()).toEqual({ mail: 'sent', url: 'failed', urlStatus: 500 });
    server.answer = answering(204);
    await put(ben, OFF);
    expect(await test()).toEqual({ mail: 'off', url: 'off', urlStatus: null });
  });

  it('of a least severity leave out what is less severe', async () => {
    await put(anna, { mail: true, leastSeverity: 'critical' });
    await put(ben, { mail: true });
    const quiet = `now() - interval '1 hour'`;
    await db.rows(
      `INSERT INTO operators.open_alarm VALUES ('idv.chip-trust', 'warning', 1, ${quiet}, ${quiet}, now())`,
    );
    await look();
    expect(await tell()).toEqual([[ben.sub, 'mail']]);
    await park();
    await look();
    expect(await tell()).toEqual([[anna.sub, 'mail'], [ben.sub, 'mail']].sort()); // oxfmt-ignore
    await over();
  });

  it('are open for the metrics also while nobody receives them, and go to the first who does', async () => {
    await put(anna, OFF);
    await put(ben, OFF);
    const gauge = async () =>
      /^countersign_alarms\{kind="jobs.parked",severity="critical"\} (\d+)$/m.exec(
        await running.app.get(MetricsRegistry).metrics(),
      )?.[1];
    await park();
    await look();
    await look();
    expect([await tell(), await gauge()]).toEqual([[], '1']);
    await put(ben, { mail: true });
    await look();
    expect(await tell()).toEqual([[ben.sub, 'mail']]);
    await look();
    expect(await tell()).toEqual([]);
    await over();
  });

  it('end for an operator who is blocked, or has lost the role, also those that wait', async () => {
    await put(ben, { mail: true, url: server.url });
    await put(anna, OFF);
    const [mails, calls] = [await mailsOf('ben'), server.got.length];
    const operators = running.app.get(OperatorsService);
    await park();
    await look();
    await operators.change(BY_FILES, ben.sub, { state: 'blocked' });
    expect(await tell()).toHaveLength(2);
    await operators.change(BY_FILES, ben.sub, { state: 'active' });
    await operators.change(BY_FILES, ben.sub, { grants: [{ enterpriseId: '*', side: 'both', role: 'support' }] });
    await db.rows('DELETE FROM operators.open_alarm');
    await look();
    expect(await tell()).toEqual([]);
    expect([await mailsOf('ben'), server.got.length]).toEqual([mails, calls]);
    await over();
  });

  it('are removed with their operator', async () => {
    const gone = await TestOperator.with(running, ['owner']);
    await put(gone, { mail: true });
    await running.app.get(OperatorsService).remove(BY_FILES, gone.sub);
    expect(await db.rows('SELECT FROM operators.alarm_subscription WHERE sub = $1', [gone.sub])).toEqual([]);
  });

  it('are changed by the operator alone, with a fresh passkey, and the audit log has it without the path', async () => {
    const carla = await TestOperator.with(running, ['owner'], { emailId: 'carla@bank.example' });
    await put(anna, { mail: true });
    await put(carla, { mail: true, url: `${server.url}?token=secret` });
    expect((await anna.get(ALARMS)).body).toMatchObject({ mail: true, mailTo: 'anna@bank.example', url: null });
    await put(carla, OFF);
    expect((await anna.get(ALARMS)).body).toMatchObject({ mail: true });
    await carla.lastShowedPasskey(6);
    expect((await put(carla, { mail: true })).body).toMatchObject({ code: 'operators/step-up-needed' });
    const entries = await db.rows<{ details: object }>(
      `SELECT details FROM shared.audit_entry WHERE kind = 'operators.alarms-changed' AND details ->> 'mail' = 'true' ORDER BY id`,
    );
    expect(entries.at(-1)?.details).toEqual({ mail: true, leastSeverity: 'warning', origin: server.origin });
  });

  it.each([
    ['is private', 'https://10.1.2.3/alarms', '/url'],
    ['has no TLS', 'http://alarms.bank.example/', '/url'],
    ['carries credentials', 'https://me:secret@alarms.bank.example/', '/url'],
    ['is too long', `https://alarms.bank.example/${'a'.repeat(2_048)}`, '/url'],
  ])('go to no address that %s', async (_, url, pointer) => {
    const { status, body } = await put(anna, { url });
    expect([status, body.errors.map((error: any) => error.pointer)]).toEqual([422, [pointer]]);
  });

  it('are for operators alone whose role in all enterprises shows the service', async () => {
    const here = { enterpriseId: 'default', side: 'both' } as const;
    for (const one of [
      'security',
      { ...here, role: 'owner' },
      { ...here, enterpriseId: '*', side: 'test', role: 'owner' },
    ] as const) {
      const operator = await TestOperator.with(running, [one]);
      expect((await operator.get('/api/v1/me')).body).toMatchObject({ mayReceiveAlarms: false });
      const answers = [
        await operator.get(ALARMS),
        await put(operator, { mail: true }),
        await operator.call('POST', `${ALARMS}/test`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect((await anna.get('/api/v1/me')).body).toMatchObject({ mayReceiveAlarms: true });
    const portal = await portalOf(running, { scopes: ['figures:read'], administrator: true });
    expect((await portal.get('/v1/me/alarms')).status).toBe(403);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { HttpVendor } from './http-vendor.adapter.js';
import { LiveVendor } from './vendor.port.js';
import { VendorResults } from './vendor-results.service.js';
import { ForgetSessions } from '../retention/forget-sessions.handler.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { Destinations, outboundTrust } from '../../shared/outbound/index.js';
import { HttpOutbound } from '../../shared/outbound/http-outbound.adapter.js';
import { Database } from '../../shared/persistence/index.js';
import { UserErased } from '../../users/contract/index.js';
import { moveClock } from '../../../test/support/clock.js';
import { FakeVendor } from '../../../test/support/fake-vendor.js';
import { BACK, idvPortalOf, type IdvPortal } from '../../../test/support/idv-portal.js';
import { meetAt } from '../../../test/support/held-locks.js';
import { startedBrowser, type HttpBrowser } from '../../../test/support/idv/http-browser.js';
import { performJob } from '../../../test/support/jobs.js';
import { ReceiverCertificate } from '../../../test/support/logout-receiver.js';
import { running } from '../../../test/e2e/idv/running.js';

const WEBHOOKS = '/IdvWebServer/vendor/webhooks';
const MINUTE = 60_000;

let numbers = 5_000;
const documentOf = (fields: object = {}) => ({
  type: 'passport',
  country: 'UTO',
  number: `V${numbers++}`,
  firstNames: 'ANNA MARIA',
  lastNames: 'ERIKSSON',
  birthDate: '1974-08-12',
  expiryDate: '2099-04-15',
  ...fields,
});
const passed = (fields: object = {}) => ({ status: 'passed', document: documentOf(fields), scores: { face: 0.97 } });

interface AtVendor {
  readonly browser: HttpBrowser;
  readonly token: string;
  readonly userId: string;
  readonly vendorRef: string;
}

describe('Users at a vendor', () => {
  let certificate: ReceiverCertificate;
  let vendor: FakeVendor;
  let portal: IdvPortal;
  beforeAll(async () => {
    certificate = await ReceiverCertificate.make();
    vendor = await FakeVendor.start(certificate);
    const trust = outboundTrust({ outboundCaFile: certificate.tls.caFile, developmentCaFile: undefined });
    const outbound = new HttpOutbound(
      new Destinations(['localhost', '127.0.0.0/8', '::1/128'], false),
      undefined,
      trust,
    );
    const address = { url: vendor.url, token: 'vendor-token', webhookSecret: vendor.secret };
    const clock = running().app.get(Clock);
    const patient = new HttpVendor(address, outbound, clock, { timeoutMs: 60_000, connectTimeoutMs: 60_000 });
    const hasty = new HttpVendor(address, outbound, clock, { timeoutMs: 300, connectTimeoutMs: 300 });
    const get = () => (vendor.instead === 'hang' ? hasty : patient);
    Object.assign(running().app.get(LiveVendor), { get, takesNewSessions: true });
    portal = await idvPortalOf(running(), { test: false });
  });
  beforeEach(() => {
    vendor.instead = undefined;
  });
  afterAll(async () => {
    const live = running().app.get(LiveVendor);
    Object.assign(live, { get: () => undefined, takesNewSessions: false });
    await vendor.close();
    certificate.remove();
  });

  const rowOf = async (userId: string) =>
    (await running()
      .app.get(Database)
      .one<{ id: string; step: string; ref: string | null; version: number }>(
        'SELECT session_id AS id, step, vendor_ref AS ref, version FROM idv.session WHERE user_id = $1 ORDER BY session_id DESC LIMIT 1',
        [userId],
      ))!;
  const until = async <T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> => {
    for (;;) {
      const value = await read();
      if (isSo(value)) return value;
      await sleep(20);
    }
  };
  const agreed = async (userId: string, fields: object = {}) => {
    const { browser, token } = await startedBrowser(running(), portal, userId, fields);
    await browser.submit(await browser.session(), 'consent', { agreed: 'yes' });
    return { browser, token, userId };
  };
  /** Waits until the vendor has created its session and the user can be sent there. */
  const atVendor = async (userId: string, fields: object = {}): Promise<AtVendor> => {
    const begun = await agreed(userId, fields);
    const { ref } = await until(
      () => rowOf(userId),
      ({ ref }) => ref !== null,
    );
    return { ...begun, vendorRef: String(ref) };
  };
  const tell = (vendorRef: string, options: Parameters<FakeVendor['webhook']>[1] = {}, more: object = {}) => {
    const { headers, body } = vendor.webhook({ id: vendorRef, status: 'passed', ...more }, options);
    return fetch(running().url('idv', WEBHOOKS), { method: 'POST', headers, body: new Uint8Array(body) });
  };
  const settled = async ({ vendorRef, userId }: AtVendor, result: object) => {
    vendor.settle(vendorRef, result);
    expect((await tell(vendorRef)).status).toBe(204);
    return until(
      () => rowOf(userId),
      ({ step }) => step !== 'vendor',
    );
  };
  const resultOf = async (token: string) => (await portal.result(token)).body;
  const jobsOf = (kind: string) =>
    running()
      .app.get(Database)
      .rows<{ payload: Record<string, unknown> }>('SELECT payload FROM shared.job WHERE kind = $1', [kind]);
  const poll = async (userId: string) => {
    const { id } = await rowOf(userId);
    await performJob(running().app, 'idv/follow-vendor', {
      sessionId: id,
      enterpriseId: 'default',
      test: false,
      turn: 0,
    });
  };

  it('A live user goes to the vendor, comes back, and agrees', async () => {
    const visit = await atVendor('at-vendor');
    const { sessionId } = { sessionId: (await rowOf('at-vendor')).id };
    expect(
      vendor.requests.find(({ body }) => (body as { reference?: string } | undefined)?.reference === sessionId)?.body,
    ).toEqual({
      reference: sessionId,
      holder: { firstName: null, lastName: null },
      documentTypes: ['passport', 'identity_card', 'residence_permit', 'driving_licence'],
      returnUrl: 'https://idv.test/IdvWebServer/session/vendor',
      webhookUrl: 'https://idv.test/IdvWebServer/vendor/webhooks',
    });
    const page = await visit.browser.session();
    expect(page.text).toContain(`href="${vendor.url}/pages/${visit.vendorRef}"`);
    const back = await visit.browser.send('GET', '/IdvWebServer/session/vendor');
    expect(back.location).toBe('/IdvWebServer/session?from=vendor');
    expect((await visit.browser.open(back.location)).text).toContain('The result is on its way.');
    await settled(visit, passed());
    const optIn = await visit.browser.session();
    expect(optIn.text).not.toContain('keepFace');
    const left = await visit.browser.submit(optIn, 'opt-in', { agreed: 'yes', keepFace: 'yes' });
    expect(left.location).toBe(BACK);
    expect(await resultOf(visit.token)).toMatchObject({
      status: 'VERIFIED',
      reasons: [],
      document: { type: 'passport', firstNames: 'ANNA MARIA' },
      scores: { face: 0.97 },
      attempts: { document: 0, selfie: 0 },
    });
    expect((await portal.complete('at-vendor')).body).toMatchObject({ status: 'CREATED' });
  });

  it('Sessions in test mode stay on our pages', async () => {
    const sandbox = await idvPortalOf(running());
    const { browser } = await startedBrowser(running(), sandbox, 'v-test');
    await browser.submit(await browser.session(), 'consent', { agreed: 'yes' });
    expect(await rowOf('v-test')).toMatchObject({ step: 'document', ref: null });
  });

  it.each<readonly [string, object, object]>([
    [
      'failed',
      { status: 'failed', reasons: ['face_mismatch'] },
      { status: 'SELFIE_FAILED', reasons: [{ code: 'face_mismatch', retryable: true }] },
    ],
    [
      'failed-twice',
      { status: 'failed', reasons: ['document_expired', 'face_mismatch'] },
      { status: 'DOCUMENT_REJECTED', reasons: [{ code: 'document_expired', retryable: true }] },
    ],
    ['declined', { status: 'failed', reasons: ['consent_denied'] }, { status: 'DECLINED' }],
    ['cancelled', { status: 'cancelled' }, { status: 'CANCELLED', reasons: [] }],
    [
      'unsure',
      { ...passed(), status: 'unsure', reasons: ['document_data_mismatch'] },
      { status: 'DOCUMENT_REJECTED', reasons: [{ code: 'document_unreadable', retryable: true }] },
    ],
    [
      'expired',
      passed({ expiryDate: '2020-01-01' }),
      { status: 'DOCUMENT_REJECTED', reasons: [{ code: 'document_expired', retryable: true }] },
    ],
  ])('What the vendor says is what the session comes to: %s', async (name, result, expected) => {
    const visit = await atVendor(`v-${name}`);
    await settled(visit, result);
    expect(await resultOf(visit.token)).toMatchObject(expected);
    expect((await resultOf(visit.token)).document).toBeUndefined();
  });

  it('A document that is somebody else’s is refused, whatever the vendor thinks of it', async () => {
    const visit = await atVendor('v-other-name', { firstName: 'Nadia', lastName: 'Benali' });
    await settled(visit, passed());
    expect(await resultOf(visit.token)).toMatchObject({
      status: 'DOCUMENT_MISMATCH',
      reasons: [{ code: 'document_data_mismatch' }],
    });
    const document = documentOf();
    for (const [userId, status] of [
      ['v-first', 'VERIFIED'],
      ['v-second', 'DOCUMENT_MISMATCH'],
    ] as const) {
      const one = await atVendor(userId);
      await settled(one, { status: 'passed', document });
      if (status === 'VERIFIED') await one.browser.submit(await one.browser.session(), 'opt-in', { agreed: 'yes' });
      expect(await resultOf(one.token)).toMatchObject({ status });
    }
  });

  it('What the vendor is not sure about is reviewed, where the client has reviews', async () => {
    await portal.configure({ review: true });
    const visit = await atVendor('v-review');
    await portal.configure(null);
    await settled(visit, { ...passed(), status: 'unsure', reasons: ['document_data_mismatch'] });
    await visit.browser.submit(await visit.browser.session(), 'opt-in', { agreed: 'yes' });
    expect(await resultOf(visit.token)).toMatchObject({
      status: 'REVIEW',
      reasons: [{ code: 'document_data_mismatch' }],
    });
  });

  it('A user who refuses at the end has everything deleted at the vendor too', async () => {
    const visit = await atVendor('v-deny');
    await settled(visit, passed());
    await visit.browser.submit(await visit.browser.session(), 'opt-in', { agreed: 'no' });
    expect(await resultOf(visit.token)).toMatchObject({ status: 'DECLINED' });
    await until(
      () => Promise.resolve(vendor.removed),
      (removed) => removed.includes(visit.vendorRef),
    );
  });

  it('When retention ends, the vendor deletes what it holds', async () => {
    const visit = await atVendor('v-kept');
    await settled(visit, { status: 'cancelled' });
    await running().app.get(Database).rows(`UPDATE idv.session SET drop_at = now() WHERE user_id = 'v-kept'`);
    moveClock(running().app, MINUTE);
    await performJob(running().app, 'idv/drop-evidence');
    moveClock(running().app, -MINUTE);
    await until(
      () => Promise.resolve(vendor.removed),
      (removed) => removed.includes(visit.vendorRef),
    );
  });

  describe('A webhook', () => {
    it('is refused without a good signature, and changes nothing', async () => {
      const visit = await atVendor('w1');
      vendor.settle(visit.vendorRef, passed());
      for (const options of [{ secret: 'whsec_AAAA' }, { secondsAgo: 600 }])
        expect((await tell(visit.vendorRef, options)).status).toBe(401);
      const { headers, body } = vendor.webhook({ id: visit.vendorRef });
      const url = running().url('idv', WEBHOOKS);
      for (const [given, sent] of [
        [headers, Buffer.from(`${body.toString()} `)],
        [{ ...headers, 'content-type': 'text/plain' }, body],
        [{ 'content-type': 'application/json' }, body],
      ] as const)
        expect((await fetch(url, { method: 'POST', headers: given, body: new Uint8Array(sent) })).status).toBe(401);
      expect(await rowOf('w1')).toMatchObject({ step: 'vendor' });
    });

    it('is believed in nothing but that there is news', async () => {
      const visit = await atVendor('w2');
      await tell(visit.vendorRef, {}, { status: 'passed', document: documentOf() });
      const asked = () => vendor.requests.filter(({ path }) => path.endsWith(`/${visit.vendorRef}`)).length;
      await until(
        () => Promise.resolve(asked()),
        (times) => times > 0,
      );
      expect(await rowOf('w2')).toMatchObject({ step: 'vendor' });
    });

    it('that comes again, late or in another order changes nothing twice', async () => {
      const visit = await atVendor('w3');
      const { version } = await settled(visit, passed());
      vendor.settle(visit.vendorRef, { status: 'failed', reasons: ['face_mismatch'] });
      for (const more of [{}, { status: 'failed' }, { status: 'pending' }])
        expect((await tell(visit.vendorRef, {}, more)).status).toBe(204);
      await poll('w3');
      expect(await rowOf('w3')).toMatchObject({ step: 'optIn', version });
    });

    it('is taken when it is about a session that nobody knows, so that it is not repeated', async () => {
      expect((await tell('vs_nobody')).status).toBe(204);
    });

    it('that never comes is not waited for: the vendor is asked now and then', async () => {
      const visit = await atVendor('w4');
      const { id } = await rowOf('w4');
      const waiting = await until(
        () => jobsOf('idv/follow-vendor'),
        (jobs) => jobs.some(({ payload }) => payload['sessionId'] === id && payload['turn'] !== 0),
      );
      expect(waiting.length).toBeGreaterThan(0);
      vendor.settle(visit.vendorRef, passed());
      await poll('w4');
      expect(await rowOf('w4')).toMatchObject({ step: 'optIn' });
    });
  });

  describe('A vendor that', () => {
    const whileAway = async (userId: string, instead: FakeVendor['instead']) => {
      vendor.instead = instead;
      const begun = await agreed(userId);
      const page = await begun.browser.session();
      expect(page.text).toContain('We are preparing the pages for you.');
      await until(
        () => Promise.resolve(vendor.requests.length),
        (times) => times > 0,
      );
      vendor.instead = undefined;
      return begun;
    };

    it.each<readonly [string, FakeVendor['instead']]>([
      ['hangs', 'hang'],
      ['fails', { status: 500 }],
      ['answers nonsense', { status: 201, body: '[]' }],
    ])('%s keeps the user waiting on our page, and is asked again', async (what, instead) => {
      vendor.requests.length = 0;
      const userId = `f-${what.replace(' ', '-')}`;
      await whileAway(userId, instead);
      await poll(userId);
      await until(
        () => rowOf(userId),
        ({ ref }) => ref !== null,
      );
    });

    it('fails while the result is due is asked again', async () => {
      const visit = await atVendor('f-result');
      vendor.settle(visit.vendorRef, passed());
      vendor.instead = { status: 503 };
      await tell(visit.vendorRef);
      await poll('f-result');
      expect(await rowOf('f-result')).toMatchObject({ step: 'vendor' });
      vendor.instead = undefined;
      await poll('f-result');
      expect(await rowOf('f-result')).toMatchObject({ step: 'optIn' });
    });

    it('answers with the session of somebody else gets nobody there', async () => {
      const first = await atVendor('f-first');
      vendor.instead = {
        status: 201,
        body: JSON.stringify({ id: first.vendorRef, redirectUrl: 'https://vendor.example/a' }),
      };
      await agreed('f-thief');
      await poll('f-thief');
      expect(await rowOf('f-thief')).toMatchObject({ step: 'vendor', ref: null });
      vendor.instead = undefined;
      await poll('f-thief');
      const { ref } = await rowOf('f-thief');
      expect(ref).toMatch(/^vs_/);
      expect(ref).not.toBe(first.vendorRef);
    });
  });

  describe('While the user is at the vendor', () => {
    it('the enterprise may cancel: a result that comes then changes nothing', async () => {
      const visit = await atVendor('c1');
      expect((await portal.cancel(visit.token)).status).toBe(200);
      vendor.settle(visit.vendorRef, passed());
      await tell(visit.vendorRef);
      await poll('c1');
      expect(await resultOf(visit.token)).toMatchObject({ status: 'CANCELLED' });
      const back = await visit.browser.open('/IdvWebServer/session/vendor');
      expect(back.text).toContain('This verification was cancelled');
    });

    it('the user may cancel on our page', async () => {
      const visit = await atVendor('c2');
      await visit.browser.submit(await visit.browser.session(), 'cancel');
      expect(await resultOf(visit.token)).toMatchObject({ status: 'CANCELLED' });
    });

    it('the time may be up: the result that comes then changes nothing, and the page says so', async () => {
      const visit = await atVendor('c3');
      await running().app.get(Database).rows(`UPDATE idv.session SET expires_at = now() WHERE user_id = 'c3'`);
      vendor.settle(visit.vendorRef, passed());
      await tell(visit.vendorRef);
      await poll('c3');
      expect((await visit.browser.open('/IdvWebServer/session/vendor')).text).toContain(
        'This verification has expired',
      );
      expect(await resultOf(visit.token)).toMatchObject({ status: 'EXPIRED' });
    });

    it('a session that ended while the vendor made its own is deleted there', async () => {
      const visit = await atVendor('c4');
      await portal.cancel(visit.token);
      const { id } = await rowOf('c4');
      const session = await running()
        .app.get(SessionRepository)
        .find({ tenant: Tenant.of('default', false), sessionId: id });
      await running()
        .app.get(VendorResults)
        .noteSession(session!, { vendorRef: 'vs_late', redirectUrl: `${vendor.url}/pages/vs_late` });
      await until(
        () => Promise.resolve(vendor.removed),
        (removed) => removed.includes('vs_late'),
      );
      expect(await rowOf('c4')).toMatchObject({ step: 'done', ref: visit.vendorRef });
    });

    it('the user may be erased: a session that the vendor has made just before is deleted there', async () => {
      const { vendorRef } = await atVendor('c6');
      const { enterpriseId, test, sub } = (await running()
        .app.get(Database)
        .one<UserErased['payload']>(
          `SELECT enterprise_id AS "enterpriseId", test, sub FROM idv.session WHERE user_id = 'c6'`,
        ))!;
      const noted = `UPDATE idv.session SET vendor_ref = 'vs_noted' WHERE user_id = 'c6'`;
      const erased = new UserErased({ enterpriseId, test, sub });
      await meetAt(running(), { sql: noted }, [
        () => running().app.get(ForgetSessions, { strict: false }).handle(erased),
      ]);
      const removed = await until(
        () => Promise.resolve(vendor.removed),
        (all) => [vendorRef, 'vs_noted'].some((ref) => all.includes(ref)),
      );
      expect(removed).toContain('vs_noted');
    });

    it('nobody gets past it by a form of another step', async () => {
      const visit = await atVendor('c5');
      const page = await visit.browser.session();
      for (const [form, fields] of [
        ['document', { type: 'passport', country: 'UTO' }],
        ['confirmation', { answer: 'confirm' }],
        ['opt-in', { agreed: 'yes' }],
        ['consent', { agreed: 'yes' }],
      ] as const)
        expect((await visit.browser.submit(page, form, fields)).location).toBe('/IdvWebServer/session');
      expect(await rowOf('c5')).toMatchObject({ step: 'vendor' });
    });
  });
});

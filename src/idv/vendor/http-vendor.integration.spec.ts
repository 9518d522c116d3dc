import { HttpVendor, type VendorTimeouts } from './http-vendor.adapter.js';
import { Clock } from '../../shared/kernel/index.js';
import { Destinations, outboundTrust } from '../../shared/outbound/index.js';
import { HttpOutbound } from '../../shared/outbound/http-outbound.adapter.js';
import { FakeVendor } from '../../../test/support/fake-vendor.js';
import { ReceiverCertificate } from '../../../test/support/logout-receiver.js';

const away = { name: 'kernel/unavailable', extra: { retryAfterSeconds: 10 } };
const refused = { name: 'idv/webhook-refused' };
const ORDER = {
  reference: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6',
  holder: { firstName: 'Jane', lastName: 'Doe' },
  documentTypes: ['passport'] as const,
  returnUrl: 'https://idv.test/IdvWebServer/session',
  webhookUrl: 'https://idv.test/IdvWebServer/vendor/webhooks',
};
const DOCUMENT = {
  type: 'passport',
  country: 'UTO',
  number: 'L898902C3',
  firstNames: 'ANNA MARIA',
  lastNames: 'ERIKSSON',
  birthDate: '1974-08-12',
  expiryDate: '2031-04-15',
};

class OwnClock extends Clock {
  now(): Date {
    return new Date();
  }
}

describe('Http vendor', () => {
  let certificate: ReceiverCertificate;
  let vendor: FakeVendor;
  let adapter: HttpVendor;

  beforeAll(async () => {
    certificate = await ReceiverCertificate.make();
    vendor = await FakeVendor.start(certificate);
    adapter = adapterFor(vendor.url);
  });
  afterAll(async () => {
    await vendor.close();
    certificate.remove();
  });
  beforeEach(() => {
    vendor.instead = undefined;
    vendor.requests.length = 0;
  });

  const adapterFor = (url: string, timeouts?: VendorTimeouts) => {
    const trust = outboundTrust({ outboundCaFile: certificate.tls.caFile, developmentCaFile: undefined });
    const outbound = new HttpOutbound(
      new Destinations(['localhost', '127.0.0.0/8', '::1/128'], false),
      undefined,
      trust,
    );
    const address = { url, token: 'vendor-token', webhookSecret: vendor.secret };
    return new HttpVendor(address, outbound, new OwnClock(), timeouts);
  };
  const created = () => adapter.create(ORDER);
  const resultOf = async (result: object) => {
    const { vendorRef } = await created();
    vendor.settle(vendorRef, result);
    return adapter.result(vendorRef);
  };

  describe('A session at the vendor', () => {
    it('is created once for each reference', async () => {
      const { vendorRef, redirectUrl } = await created();
      expect(redirectUrl).toBe(`${vendor.url}/pages/${vendorRef}`);
      expect(await created()).toEqual({ vendorRef, redirectUrl });
      expect(vendor.requests[0]).toEqual({
        method: 'POST',
        path: '/v1/sessions',
        authorization: 'Bearer vendor-token',
        body: ORDER,
      });
    });

    it.each<readonly [object, object]>([
      [{ status: 'pending' }, { outcome: 'pending' }],
      [{ status: 'cancelled' }, { outcome: 'cancelled' }],
      [
        { status: 'passed', document: DOCUMENT, scores: { face: 0.97 }, more: 'of a later version' },
        { outcome: 'passed', document: DOCUMENT, scores: { face: 0.97 }, doubts: [] },
      ],
      [
        { status: 'unsure', document: DOCUMENT, reasons: ['document_data_mismatch', 'word_of_tomorrow'] },
        { outcome: 'passed', document: DOCUMENT, scores: {}, doubts: ['document_data_mismatch'] },
      ],
      [
        { status: 'unsure', document: DOCUMENT, reasons: [] },
        { outcome: 'passed', document: DOCUMENT, scores: {}, doubts: ['document_unreadable'] },
      ],
      [
        { status: 'failed', reasons: ['face_mismatch'] },
        { outcome: 'failed', reasons: ['face_mismatch'] },
      ],
      [
        { status: 'failed', reasons: ['face_mismatch', 'face_mismatch', 'liveness_failed'] },
        { outcome: 'failed', reasons: ['face_mismatch', 'liveness_failed'] },
      ],
      [
        { status: 'failed', reasons: ['word_of_tomorrow'] },
        { outcome: 'failed', reasons: ['document_unreadable'] },
      ],
    ])('that is %j is understood', async (answer, outcome) => {
      expect(await resultOf(answer)).toEqual(outcome);
    });

    it.each<readonly [string, object]>([
      ['no status', { status: 'fine' }],
      ['a list', { status: 'failed', reasons: 'face_mismatch' }],
      ['no document', { status: 'passed' }],
      ['an unknown type', { status: 'passed', document: { ...DOCUMENT, type: 'library_card' } }],
      ['no country', { status: 'passed', document: { ...DOCUMENT, country: 'Utopia' } }],
      ['no number', { status: 'passed', document: { ...DOCUMENT, number: 7 } }],
      ['a number without end', { status: 'passed', document: { ...DOCUMENT, number: '7'.repeat(300) } }],
      ['no date', { status: 'passed', document: { ...DOCUMENT, birthDate: '12.8.1974' } }],
      ['a date that is none', { status: 'passed', document: { ...DOCUMENT, birthDate: '1974-13-12' } }],
      ['a day that is none', { status: 'passed', document: { ...DOCUMENT, expiryDate: '2031-02-31' } }],
      ['a score of two', { status: 'passed', document: DOCUMENT, scores: { face: 2 } }],
      ['scores by odd names', { status: 'passed', document: DOCUMENT, scores: { 'a b': 1 } }],
    ])('is answered with 503 when the vendor says what nobody understands (%s)', async (_what, answer) => {
      await expect(resultOf(answer)).rejects.toMatchObject(away);
    });
  });

  it('The result of another session is nobody’s', async () => {
    const { vendorRef } = await created();
    vendor.settle(vendorRef, { id: 'vs_999', status: 'passed', document: DOCUMENT });
    await expect(adapter.result(vendorRef)).rejects.toMatchObject(away);
  });

  it('What a vendor holds is deleted there, also when it is gone already', async () => {
    await adapter.remove('vs_1');
    vendor.instead = { status: 404 };
    await adapter.remove('vs_1');
    vendor.instead = { status: 500 };
    await expect(adapter.remove('vs_1')).rejects.toMatchObject(away);
    expect(vendor.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(3).fill('DELETE /v1/sessions/vs_1'),
    );
  });

  describe('A vendor that', () => {
    it.each<readonly [string, FakeVendor['instead']]>([
      ['answers 500', { status: 500 }],
      ['answers 401', { status: 401 }],
      ['redirects', { status: 302 }],
      ['answers no JSON', { status: 201, body: '<html>' }],
      ['answers a list', { status: 201, body: '[]' }],
      ['sends users to another scheme', { status: 201, body: '{"id":"a","redirectUrl":"javascript:alert(1)"}' }],
      ['sends users there without TLS', { status: 201, body: '{"id":"a","redirectUrl":"http://vendor.example/"}' }],
      [
        'hides by credentials that it sends users there without TLS',
        { status: 201, body: '{"id":"a","redirectUrl":"http://localhost:x@vendor.example/"}' },
      ],
      ['names no session', { status: 201, body: '{"id":"","redirectUrl":"https://vendor.example/"}' }],
      ['talks on and on', { status: 201, body: JSON.stringify({ id: 'a'.repeat(100_000) }) }],
    ])('%s is answered with 503', async (_what, instead) => {
      vendor.instead = instead;
      await expect(created()).rejects.toMatchObject(away);
    });

    it('hangs is answered with 503', async () => {
      vendor.instead = 'hang';
      await expect(
        adapterFor(vendor.url, { timeoutMs: 300, connectTimeoutMs: 300 }).create(ORDER),
      ).rejects.toMatchObject(away);
    });

    it('is away is answered with 503', async () => {
      const gone = await FakeVendor.start(certificate);
      const url = gone.url;
      await gone.close();
      await expect(adapterFor(url).create(ORDER)).rejects.toMatchObject(away);
    });
  });

  describe('A webhook of the vendor', () => {
    it('names its session', () => {
      expect(adapter.verifyWebhook(vendor.webhook({ id: 'vs_1', status: 'passed' }))).toBe('vs_1');
    });

    it('may be signed by two secrets while they change', () => {
      const { headers, body } = vendor.webhook({ id: 'vs_1' });
      const both = `v1,${Buffer.alloc(32).toString('base64')} ${headers['webhook-signature']}`;
      expect(adapter.verifyWebhook({ headers: { ...headers, 'webhook-signature': both }, body })).toBe('vs_1');
    });

    const changed = (header: string, value: string) => {
      const webhook = vendor.webhook({ id: 'vs_1' });
      return { ...webhook, headers: { ...webhook.headers, [header]: value } };
    };
    it.each<readonly [string, () => ReturnType<FakeVendor['webhook']>]>([
      ['signed by another', () => vendor.webhook({ id: 'vs_1' }, { secret: 'whsec_AAAA' })],
      ['without a signature', () => changed('webhook-signature', '')],
      ['with half a signature', () => changed('webhook-signature', 'v1,abc')],
      ['with another id than was signed', () => changed('webhook-id', 'msg_2')],
      [
        'with another time than was signed',
        () => changed('webhook-timestamp', String(Math.floor(Date.now() / 1_000) - 30)),
      ],
      ['with a time that is none', () => changed('webhook-timestamp', 'NaN')],
      ['of six minutes ago', () => vendor.webhook({ id: 'vs_1' }, { secondsAgo: 360 })],
      ['of in six minutes', () => vendor.webhook({ id: 'vs_1' }, { secondsAgo: -360 })],
      ['whose body was changed', () => ({ ...vendor.webhook({ id: 'vs_1' }), body: Buffer.from('{"id":"vs_2"}') })],
      ['that names no session', () => vendor.webhook({ status: 'passed' })],
      ['that is no JSON', () => vendor.webhook('vs_1')],
    ])('%s is refused', (_what, make) => {
      let failure: unknown;
      try {
        adapter.verifyWebhook(make());
      } catch (error) {
        failure = error;
      }
      expect(failure).toMatchObject(refused);
    });
  });
});

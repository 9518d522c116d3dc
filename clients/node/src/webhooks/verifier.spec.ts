import { Webhook } from 'standardwebhooks';
import { WebhookError, WebhookVerifier, type WebhookVerifierOptions } from './verifier.js';

const OLD = `whsec_${Buffer.from('o'.repeat(32)).toString('base64')}`;
const NEW = `whsec_${Buffer.from('n'.repeat(32)).toString('base64')}`;
const NOW = new Date('2026-01-31T09:30:00.000Z');
const EVENT = JSON.stringify({ type: 'user.status_changed', timestamp: NOW.toISOString(), data: { userId: 'jäne' } });

const signed = (body: string, secrets = [NEW], at = NOW) => ({
  'webhook-id': 'm-1',
  'webhook-timestamp': String(at.getTime() / 1_000),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign('m-1', at, body)).join(' '),
});
const verifier = (options: Partial<WebhookVerifierOptions> = {}) =>
  new WebhookVerifier({ secrets: NEW, now: () => NOW.getTime(), ...options });

const reasonOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error instanceof WebhookError ? [error.reason, error.status] : error;
  }
};

describe('A webhook', () => {
  it('is genuine, as text, as bytes, with headers of Node or of the Fetch API', () => {
    const headers = signed(EVENT);
    for (const body of [EVENT, Buffer.from(EVENT), new TextEncoder().encode(EVENT)]) {
      for (const given of [headers, new Headers(headers)]) {
        expect(verifier().verify(body, given)).toEqual({
          kind: 'event',
          id: 'm-1',
          sentAt: NOW,
          event: JSON.parse(EVENT),
        });
      }
    }
  });

  it('is one of its types, and TypeScript knows what its data is', () => {
    const delivery = verifier().verify(EVENT, signed(EVENT));
    if (delivery.kind !== 'event' || delivery.event.type !== 'user.status_changed') throw new Error('another type');
    const userId: string = delivery.event.data.userId;
    expect(userId).toBe('jäne');
  });

  it('is genuine with either secret while one is replaced', () => {
    for (const by of [[OLD], [NEW], [OLD, NEW]]) {
      expect(verifier({ secrets: [OLD, NEW] }).verify(EVENT, signed(EVENT, by))).toMatchObject({ id: 'm-1' });
    }
    expect(reasonOf(() => verifier().verify(EVENT, signed(EVENT, [OLD])))).toEqual(['signature', 401]);
    expect(verifier().verify(EVENT, signed(EVENT, [OLD, NEW]))).toMatchObject({ id: 'm-1' });
  });

  it('may be the status of a notification', () => {
    const body = JSON.stringify({ notification_uuid: 'n', status: 'UPDATED' });
    expect(verifier().verify(body, signed(body))).toMatchObject({
      kind: 'callback',
      notification: { status: 'UPDATED' },
    });
  });

  it('may be of a type that is new', () => {
    const body = JSON.stringify({ type: 'user.cloned', timestamp: 'x', data: {} });
    expect(verifier().verify(body, signed(body))).toMatchObject({ kind: 'event', event: { type: 'user.cloned' } });
  });

  it.each([
    ['a changed body', (headers: any) => [`${EVENT} `, headers]],
    ['another id', (headers: any) => [EVENT, { ...headers, 'webhook-id': 'm-2' }]],
    [
      'another version',
      (headers: any) => [EVENT, { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') }],
    ],
    [
      'half a signature',
      (headers: any) => [EVENT, { ...headers, 'webhook-signature': headers['webhook-signature'].slice(0, 20) }],
    ],
    [
      'a thousand signatures',
      (headers: any) => [
        EVENT,
        { ...headers, 'webhook-signature': `${'v1,AAAA '.repeat(1_000)}${headers['webhook-signature']}` },
      ],
    ],
  ])('is refused with %s', (_what, change) => {
    const [body, headers] = change(signed(EVENT)) as [string, Record<string, string>];
    expect(reasonOf(() => verifier().verify(body, headers))).toEqual(['signature', 401]);
  });

  it.each([
    ['no id', { 'webhook-id': undefined }],
    ['no signature', { 'webhook-signature': '' }],
    ['no number as the time', { 'webhook-timestamp': 'NaN' }],
    ['a time in no usual form', { 'webhook-timestamp': '1e9' }],
    ['a header twice', { 'webhook-signature': ['v1,a', 'v1,b'] }],
  ])('is refused with %s', (_what, change) => {
    expect(reasonOf(() => verifier().verify(EVENT, { ...signed(EVENT), ...change }))).toEqual(['headers', 401]);
  });

  it('is refused later, so that nobody can repeat it, and when a clock is ten minutes off; the text says so', () => {
    for (const [off, text] of [
      [600_000, '600 s ago'],
      [-600_000, '600 s in the future'],
    ] as const) {
      const late = verifier({ now: () => NOW.getTime() + off });
      expect(() => late.verify(EVENT, signed(EVENT))).toThrow(text);
      expect(reasonOf(() => late.verify(EVENT, signed(EVENT)))).toEqual(['timestamp', 401]);
    }
    const patient = verifier({ now: () => NOW.getTime() + 600_000, toleranceSeconds: 700 });
    expect(patient.verify(EVENT, signed(EVENT))).toMatchObject({ id: 'm-1' });
  });

  it('is refused when it is too large, before anything is computed', () => {
    expect(reasonOf(() => verifier({ maxBytes: 10 }).verify(EVENT, {}))).toEqual(['too-large', 413]);
  });

  it.each(['', 'null', '[]', '7', '{}', '{"type":"x"}', '{"type":"x","data":null}', '\u0000', '['.repeat(100_000)])(
    'says nothing that is known, although it is signed: %.20s',
    (body) => {
      expect(reasonOf(() => verifier().verify(body, signed(body)))).toEqual(['unknown-content', 422]);
    },
  );

  it('must be given as it came', () => {
    expect(() => verifier().verify(JSON.parse(EVENT), signed(EVENT))).toThrow('as it came');
  });
});

it.each(['', 'whsec_', 'secret', []])('A secret must be one: %p', (secrets) => {
  expect(() => new WebhookVerifier({ secrets })).toThrow(TypeError);
});

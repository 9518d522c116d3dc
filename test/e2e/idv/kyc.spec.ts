import { createPublicKey, verify } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SigningKeys } from '../../../src/auth/keys/signing-keys.service.js';
import { JobHandlers } from '../../../src/shared/jobs/job.js';
import type { TestApplication } from '../../support/application.js';
import { idvPortalOf, type IdvPortal } from '../../support/idv-portal.js';
import { IdvVisitor } from '../../support/idv-visitor.js';
import { performJob } from '../../support/jobs.js';
import { KycReceiver } from '../../support/kyc-receiver.js';
import { running } from './running.js';

describe('KYC', () => {
  let portal: IdvPortal;
  let receiver: KycReceiver;
  beforeAll(async () => {
    receiver = await KycReceiver.start();
    portal = await idvPortalOf(running());
  });
  afterAll(() => receiver.close());
  beforeEach(async () => {
    const auth = { type: 'basic', username: 'us', password: 'sécret' } as const;
    await portal.configure(null, { url: receiver.url, headers: { 'X-Branch': '12' }, auth });
    receiver.asked.length = 0;
    receiver.answer = KycReceiver.says({ result: 'ACCEPTED', reference_number: 'KYC-1' });
  });

  const begin = async (userId: string) => {
    const token = await portal.token(await portal.enrol(userId, { firstName: 'Jürgen', lastName: 'Groß' }));
    return { token, visitor: await (await IdvVisitor.start(running(), token)).toSelfie() };
  };
  const past = async (visitor: IdvVisitor) => {
    for (;;) {
      const session = await visitor.session();
      if (session.step !== 'kyc') return session;
      await sleep(20);
    }
  };
  const askedTimes = async (times: number) => {
    while (receiver.asked.length < times) await sleep(20);
  };

  it('asks the enterprise with what was read, signed and with its credentials, and shows its reference', async () => {
    const { token, visitor } = await begin('k1');
    expect(await visitor.selfie()).toEqual({ step: 'kyc' });
    expect(await past(visitor)).toMatchObject({ step: 'optIn', kycReferenceId: 'KYC-1' });
    expect((await portal.result(token)).body).toMatchObject({ status: 'IN_PROGRESS', kycReferenceId: 'KYC-1' });
    await visitor.optIn();
    expect((await portal.result(token)).body).toMatchObject({ status: 'VERIFIED', kycReferenceId: 'KYC-1' });
    expect((await portal.complete('k1')).body).toMatchObject({ status: 'CREATED', kycReferenceId: 'KYC-1' });

    const [{ headers, body }] = receiver.asked as [(typeof receiver.asked)[0]];
    expect(receiver.asked).toHaveLength(1);
    const { sessionId } = await visitor.session();
    expect(JSON.parse(body)).toEqual({
      request_id: sessionId,
      user_id: 'k1',
      document: expect.objectContaining({ type: 'passport', firstNames: 'Jürgen', lastNames: 'Groß' }),
      test: true,
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from('us:sécret').toString('base64')}`,
      'x-branch': '12',
      'idempotency-key': sessionId,
    });
    expect(JSON.stringify(headers)).not.toContain(token);
    await expectSigned(running(), String(headers['x-jws-signature']), body, receiver.url);
  });

  it('ends the session when the enterprise refuses', async () => {
    receiver.answer = KycReceiver.says({ result: 'REJECTED' });
    const { token, visitor } = await begin('k2');
    await visitor.selfie();
    await past(visitor);
    const { body } = await portal.result(token);
    expect(body).toMatchObject({ status: 'KYC_FAILED', reasons: [{ code: 'kyc_rejected', retryable: false }] });
    expect(body).not.toHaveProperty('kycReferenceId');
    expect(body).not.toHaveProperty('document');
    expect((await portal.complete('k2')).status).toBe(409);
  });

  it('asks again after what is no answer, and the user waits', async () => {
    await portal.configure(null, { url: receiver.url, timeoutMs: 2_000 });
    const wrong: Record<string, (response: ServerResponse) => void> = {
      'an-error': KycReceiver.says('', 500),
      'a-refusal-of-the-call': KycReceiver.says({ result: 'ACCEPTED' }, 401),
      'a-redirect': (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'no-json': KycReceiver.says('<html>accepted</html>'),
      'a-body-without-end': (response) => void response.write('x'.repeat(100_000)),
      'the-answer-for-another-user': KycReceiver.says({ result: 'ACCEPTED', user_id: 'k1' }),
      'a-broken-connection': (response) => void response.destroy(),
    };
    let isWrong = true;
    receiver.answer = (response, userId) => {
      const answer = isWrong ? wrong[userId] : KycReceiver.says({ result: true });
      answer?.(response);
    };
    const waiting = await Promise.all(Object.keys(wrong).map(begin));
    for (const { visitor } of waiting) await visitor.selfie();
    await askedTimes(waiting.length);
    for (const { visitor } of waiting)
      expect(await visitor.session()).toMatchObject({ step: 'kyc', status: 'IN_PROGRESS' });
    isWrong = false;
    for (const { visitor, token } of waiting) {
      expect(await past(visitor)).toMatchObject({ step: 'optIn', kycReferenceId: null });
      expect((await portal.result(token)).body).not.toHaveProperty('kycReferenceId');
    }
  });

  it('asks again when there was no answer in time', async () => {
    await portal.configure(null, { url: receiver.url, timeoutMs: 300 });
    receiver.answer = () => undefined;
    const { visitor } = await begin('k-late');
    await visitor.selfie();
    await askedTimes(1);
    receiver.answer = KycReceiver.says({ result: 'ACCEPTED', reference_number: 'KYC-2' });
    expect(await past(visitor)).toMatchObject({ kycReferenceId: 'KYC-2' });
  });

  it('asks until the session ends, also if its user extends it for a day', async () => {
    const jobs = running().app.get(JobHandlers, { strict: false }).find();
    const { declared } = jobs.find(({ declared: { kind } }) => kind === 'idv/ask-kyc')!;
    const waits = declared.waitSeconds!.reduce((sum, wait) => sum + wait, 0);
    expect(waits).toBeGreaterThan(24 * 60 * 60);
  });

  it('lets the user cancel while it waits: an answer that comes then changes nothing', async () => {
    let answerNow: () => void = () => undefined;
    receiver.answer = (response) => {
      answerNow = () => KycReceiver.says({ result: 'ACCEPTED', reference_number: 'late' })(response);
    };
    const { token, visitor } = await begin('k-cancel');
    await visitor.selfie();
    await askedTimes(1);
    expect(await visitor.cancel()).toEqual({ final: 'CANCELLED' });
    answerNow();
    const { sessionId, enterpriseId, test } = await visitor.session();
    await performJob(running().app, 'idv/ask-kyc', { sessionId, enterpriseId, test }, { id: '', attempt: 1, signal: AbortSignal.timeout(5_000) }); // oxfmt-ignore
    expect((await portal.result(token)).body).toMatchObject({ status: 'CANCELLED', reasons: [] });
    expect(receiver.asked).toHaveLength(1);
  });

  it('cannot be passed by: the Opt-In is refused until it has answered', async () => {
    receiver.answer = () => undefined;
    const { visitor } = await begin('k-forged');
    await visitor.selfie();
    await expect(visitor.optIn()).rejects.toMatchObject({ name: 'idv/wrong-step' });
    await visitor.cancel();
  });
});

async function expectSigned({ app }: TestApplication, jws: string, body: string, url: string): Promise<void> {
  const [header = '', content, signature = ''] = jws.split('.');
  const { kid, alg, aud, typ } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, string>;
  expect({ content, alg, aud, typ }).toEqual({ content: '', alg: 'ES256', aud: url, typ: 'request+jws' });
  const jwk = (await app.get(SigningKeys).all()).find((key) => key.kid === kid)!.publicJwk;
  const key = createPublicKey({ key: jwk as never, format: 'jwk' });
  const signed = Buffer.from(`${header}.${Buffer.from(body).toString('base64url')}`);
  const given = { key, dsaEncoding: 'ieee-p1363' as const };
  expect(verify('sha256', signed, given, Buffer.from(signature, 'base64url'))).toBe(true);
  expect(verify('sha256', Buffer.concat([signed, Buffer.from('x')]), given, Buffer.from(signature, 'base64url'))).toBe(false); // oxfmt-ignore
}

import { Tenant } from '../../shared/kernel/index.js';
import { kycAnswerIn, kycJob } from './kyc.js';

const read = (body: unknown) =>
  kycAnswerIn(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), { userId: 'jane' });

describe('A question to a KYC endpoint', () => {
  const laneOf = (enterpriseId: string, test: boolean) =>
    kycJob({ tenant: Tenant.of(enterpriseId, test), sessionId: 'session' }).lane;

  it('waits for no other enterprise, and a live one for none with test data', () => {
    const lanes = [laneOf('a', false), laneOf('a', true), laneOf('b', false), laneOf('b', true)];
    expect(new Set(lanes).size).toBe(4);
  });
});

describe('The answer of a KYC endpoint', () => {
  it.each<readonly [unknown, unknown]>([
    [
      { result: 'ACCEPTED', reference_number: 'K-1' },
      { accepted: true, referenceId: 'K-1' },
    ],
    [{ result: 'ACCEPTED' }, { accepted: true, referenceId: null }],
    [
      { result: true, reference_number: null, user_id: 'jane' },
      { accepted: true, referenceId: null },
    ],
    [{ result: 'REJECTED', reference_number: 'K-2' }, { accepted: false }],
    [{ result: false }, { accepted: false }],
  ])('%j counts', (body, expected) => {
    expect(read(body)).toEqual(expected);
  });

  it.each<readonly [unknown]>([
    [''],
    ['accepted'],
    ['null'],
    ['{"result":"ACCEPTED"'],
    [[]],
    [{}],
    ['{"result":"REJECTED","result":"ACCEPTED"}'],
    ['{"result":"ACCEPTED","r\\u0065sult":"REJECTED"}'],
    ['{"result":"ACCEPTED","user_id":"john","user_id":"jane"}'],
    [{ result: 'accepted' }],
    [{ result: 1 }],
    [{ result: ['ACCEPTED'] }],
    [{ result: 'ACCEPTED', user_id: 'john' }],
    [{ result: 'REJECTED', user_id: 'john' }],
    [{ result: 'ACCEPTED', user_id: null }],
    [{ result: 'ACCEPTED', reference_number: 7 }],
    [{ result: 'ACCEPTED', reference_number: '' }],
    [{ result: 'ACCEPTED', reference_number: 'a\nb' }],
    [{ result: 'ACCEPTED', reference_number: 'x'.repeat(256) }],
  ])('%j says nothing', (body) => {
    expect(read(body)).toBeUndefined();
  });
});

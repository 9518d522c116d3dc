import { dateIdsBy } from '../../../shared/kernel/index.js';
import { requestFault } from '../backchannel/backchannel-requests.service.js';
import { assertionFault } from './client-assertions.js';

/** Ten minutes. */
const WRONG_BY = 600;

describe.each([
  ['behind', -WRONG_BY],
  ['ahead', WRONG_BY],
])('On a machine whose clock is %s', (_, wrongBy) => {
  const now = Math.floor(Date.now() / 1000);
  let restore: () => void;
  beforeEach(() => {
    jest.spyOn(Date, 'now').mockReturnValue((now + wrongBy) * 1000);
    restore = dateIdsBy(() => now * 1000);
  });
  afterEach(() => {
    restore();
    jest.restoreAllMocks();
  });

  it.each([
    [60, 0, undefined],
    [3_590, 0, undefined],
    [3_610, 0, 'exp is more than an hour away'],
    [60, 20, 'iat is in the future'],
  ])(
    'an assertion that ends in %i s and begins in %i s is judged by the clock of the database',
    (until, from, fault) => {
      const claims = { iat: now + from, exp: now + until, aud: 'issuer' };
      expect(assertionFault(claims, { alg: 'ES256' }, null, 'issuer')).toBe(fault);
    },
  );

  it.each([
    [-3_590, undefined],
    [-3_610, 'nbf is more than an hour ago'],
  ])('a signed request that is valid from %i s on is judged by the clock of the database', (from, fault) => {
    const claims = { iat: now, nbf: now + from, exp: now + from + 60, jti: 'id' };
    expect(requestFault(claims, { alg: 'ES256' })).toBe(fault);
  });
});

import { base32, hotp, otpauthUri, stepAt, stepOf } from './totp.js';

const SECRET = Buffer.from('12345678901234567890');

describe('A code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('is the one of RFC 6238: at %i seconds it is %s', (seconds, code) => {
    expect(hotp(SECRET, stepAt(seconds))).toBe(code);
  });

  it.each([
    [59, 1],
    [29, 1],
    [89, 1],
    [119, undefined],
    [-31, undefined],
  ])('is taken one step early or late, and not at %i seconds beyond', (now, step) => {
    expect(stepOf('287 082', SECRET, now, 0)).toBe(step);
  });

  it('is not taken again, nor is one of an earlier step', () => {
    expect([stepOf('287082', SECRET, 59, 1), stepOf('287082', SECRET, 59, 2)]).toEqual([undefined, undefined]);
  });

  it.each(['28708', '2870822', '２８７０８２', '', 'abcdef'])('has six digits, unlike "%s"', (code) => {
    expect(stepOf(code, SECRET, 59, 0)).toBeUndefined();
  });

  it('comes from a secret that apps take over by a QR code', () => {
    expect(base32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(otpauthUri('Bank: One', 'mina', SECRET)).toBe(
      'otpauth://totp/Bank%20%20One:mina?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Bank%20%20One',
    );
  });
});

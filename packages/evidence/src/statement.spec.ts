import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { webCrypto } from './evidence-crypto.js';
import { isSigned, nodeCrypto } from './node-crypto.js';
import { isFresh, parseStatement } from './statement.js';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' });

const header = { alg: 'ES256', kid: 'device-1' };
const payload = {
  notification_uuid: '0199aaaa-0000-7000-8000-000000000001',
  content_digest: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
  response: 'accept',
  iat: 1_800_000_000,
  nonce: 'b3BlbiBzZXNhbWU',
};

const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const jwsOf = (head: unknown, body: unknown, key = pair.privateKey): string => {
  const signed = `${encoded(head)}.${encoded(body)}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
};
const good = jwsOf(header, payload);
const [head = '', body = '', tail = ''] = good.split('.');

/** Whether the text is a valid statement signed with the device's key. */
const holds = (jws: string): boolean => {
  const statement = parseStatement(jws);
  return statement !== undefined && isSigned(statement, jwkOf(pair.publicKey));
};

const signatureBytes = Buffer.from(tail, 'base64url');
const der = (key = pair.privateKey) => sign('sha256', Buffer.from(`${head}.${body}`), key).toString('base64url');

describe('A statement', () => {
  it('is read and verified', () => {
    expect(parseStatement(good)).toEqual({
      jws: good,
      signed: new TextEncoder().encode(`${head}.${body}`),
      signature: new Uint8Array(signatureBytes),
      deviceId: 'device-1',
      notificationUuid: payload.notification_uuid,
      contentDigest: payload.content_digest,
      response: 'accept',
      issuedAt: payload.iat,
    });
    expect(holds(good)).toBe(true);
    expect(holds(jwsOf({ ...header, typ: 'JWT' }, payload))).toBe(true);
    expect(holds(jwsOf(JSON.stringify(header, null, 2), JSON.stringify(payload, null, 2)))).toBe(true);
    expect(holds(jwsOf(header, { ...payload, response: '同意 "ja" é' }))).toBe(true);
  });

  it.each<[string, string]>([
    ['no text', ''],
    ['two parts', `${head}.${body}`],
    ['four parts', `${good}.`],
    ['five parts, like an encrypted one', `${good}.${tail}.${tail}`],
    ['no signature', `${head}.${body}.`],
    ['padding', `${good}==`],
    ['a line break at its end', `${good}\n`],
    ['a blank before it', ` ${good}`],
    ['plain base64', good.replaceAll('-', '+').replaceAll('_', '/') + '+/'],
    ['a header that is an array', jwsOf([header], payload)],
    ['a header that is null', jwsOf('null', payload)],
    ['a payload that is text', jwsOf(header, '"x"')],
    ['an empty payload', jwsOf(header, '{}')],
    ['no alg', jwsOf({ kid: 'device-1' }, payload)],
    ['alg none', jwsOf({ ...header, alg: 'none' }, payload)],
    ['alg none and no signature', `${encoded({ ...header, alg: 'none' })}.${body}.`],
    ['alg in small letters', jwsOf({ ...header, alg: 'es256' }, payload)],
    ['alg HS256', jwsOf({ ...header, alg: 'HS256' }, payload)],
    ['alg ES384', jwsOf({ ...header, alg: 'ES384' }, payload)],
    ['alg EdDSA', jwsOf({ ...header, alg: 'EdDSA' }, payload)],
    ['two algs, ours last', jwsOf('{"alg":"none","kid":"device-1","alg":"ES256"}', payload)],
    ['two algs, one in escapes', jwsOf('{"\\u0061lg":"none","kid":"device-1","alg":"ES256"}', payload)],
    ['no kid', jwsOf({ alg: 'ES256' }, payload)],
    ['a kid that is a number', jwsOf({ ...header, kid: 1 }, payload)],
    ['a key of its own', jwsOf({ ...header, jwk: jwkOf(other.publicKey) }, payload, other.privateKey)],
    ['an address of a key', jwsOf({ ...header, jku: 'https://evil.test' }, payload)],
    ['critical members', jwsOf({ ...header, crit: ['exp'] }, payload)],
    ['an unencoded payload', jwsOf({ ...header, b64: false }, payload)],
    ['two responses', jwsOf(header, JSON.stringify(payload).replace('}', ',"response":"reject"}'))],
    ['one member more', jwsOf(header, { ...payload, also: 'this' })],
    ['no nonce', jwsOf(header, { ...payload, nonce: undefined })],
    ['an empty nonce', jwsOf(header, { ...payload, nonce: '' })],
    ['a nonce that is too long', jwsOf(header, { ...payload, nonce: 'x'.repeat(256) })],
    ['no iat', jwsOf(header, { ...payload, iat: undefined })],
    ['an iat that is text', jwsOf(header, { ...payload, iat: '1800000000' })],
    ['an iat beyond all numbers', jwsOf(header, JSON.stringify(payload).replace('1800000000', '1e999'))],
    ['a response that is an object', jwsOf(header, { ...payload, response: { accept: 1 } })],
    ['a prototype', jwsOf(header, '{"__proto__":"x"}')],
    ['bytes that are no UTF-8', `${head}.${Buffer.from('{"a":"\xff"}', 'latin1').toString('base64url')}.${tail}`],
    ['a byte order mark', `${head}.${encoded(`\ufeff${JSON.stringify(payload)}`)}.${tail}`],
    ['a signature in DER', `${head}.${body}.${der()}`],
    ['a signature of 63 bytes', `${head}.${body}.${signatureBytes.subarray(1).toString('base64url')}`],
    [
      'a signature of 65 bytes',
      `${head}.${body}.${Buffer.concat([signatureBytes, Buffer.alloc(1)]).toString('base64url')}`,
    ],
    ['more text than any', jwsOf(header, { ...payload, response: 'x'.repeat(5_000) })],
  ])('is none with %s', (_what, jws) => {
    expect(parseStatement(jws)).toBeUndefined();
  });

  it.each<[string, string]>([
    ['by another key', jwsOf(header, payload, other.privateKey)],
    ['of zeros', `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`],
    [
      'of a zero and a one',
      `${head}.${body}.${Buffer.concat([Buffer.alloc(32), Buffer.alloc(31), Buffer.from([1])]).toString('base64url')}`,
    ],
    ['of ones', `${head}.${body}.${Buffer.alloc(64, 0xff).toString('base64url')}`],
    [
      'with its halves swapped',
      `${head}.${body}.${Buffer.concat([signatureBytes.subarray(32), signatureBytes.subarray(0, 32)]).toString('base64url')}`,
    ],
    ['of another payload', `${head}.${encoded({ ...payload, response: 'reject' })}.${tail}`],
    ['of another header', `${encoded({ ...header, kid: 'device-2' })}.${body}.${tail}`],
    [
      'of the same members in another order',
      `${head}.${encoded(Object.fromEntries(Object.entries(payload).reverse()))}.${tail}`,
    ],
    ['made from the public key as a secret', hmacWithPublicKey()],
  ])('does not verify with a signature %s', (_what, jws) => {
    expect(parseStatement(jws)).toBeDefined();
    expect(holds(jws)).toBe(false);
  });

  it('verifies by no key of another kind', () => {
    const statement = parseStatement(good)!;
    const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    const symmetric = { kty: 'oct', k: 'c2VjcmV0' };
    for (const key of [p384, rsa]) expect(isSigned(statement, jwkOf(key))).toBe(false);
    expect(isSigned(statement, symmetric)).toBe(false);
  });

  it('verifies by a key in its one form only', async () => {
    const statement = parseStatement(good)!;
    const jws = { ...statement, header: {}, payload: {} };
    const { x = '', ...rest } = jwkOf(pair.publicKey);
    const others = [
      `${x}=`,
      `${x}.`,
      `${x.slice(0, 9)}\n${x.slice(9)}`,
      `${x}!`,
      ` ${x}`,
      `AAAA${x}`,
      x.slice(1),
      [x],
      1,
      null,
    ];
    for (const crypto of [nodeCrypto, webCrypto]) {
      expect(await crypto.isSigned(jws, { ...rest, x })).toBe(true);
      for (const one of others) expect(await crypto.isSigned(jws, { ...rest, x: one })).toBe(false);
    }
  });

  it('verifies by the key that is asked for, whichever have verified before', () => {
    const statement = parseStatement(good)!;
    const answers = Array.from({ length: 1_010 }, () => {
      const key = jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey);
      return [isSigned(statement, key), isSigned(statement, { ...key, y: jwkOf(pair.publicKey).y })];
    });
    expect(answers.flat()).not.toContain(true);
    for (let i = 0; i < 2; i += 1) expect(isSigned(statement, jwkOf(pair.publicKey))).toBe(true);
  });

  it('verifies in one encoding only: no other text with the same bytes does', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.~ \n';
    fc.assert(
      fc.property(
        fc.nat(good.length),
        fc.constantFrom(...Array.from(letters)),
        fc.constantFrom('put', 'insert', 'drop'),
        (at, letter, how) => {
          const rest = good.slice(how === 'insert' ? at : at + 1);
          const changed = good.slice(0, at) + (how === 'drop' ? '' : letter) + rest;
          expect(holds(changed)).toBe(changed === good);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is never a failure, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.base64String(), fc.json().map(encoded), fc.string())), (parts) => {
        expect(holds(parts.join('.'))).toBe(false);
      }),
    );
  });

  it('is fresh for five minutes in both directions', () => {
    const statement = parseStatement(good)!;
    const at = (seconds: number) => new Date((payload.iat + seconds) * 1000);
    expect([-301, -300, 0, 300, 301].map((seconds) => isFresh(statement, at(seconds)))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});

/** The attack on verifiers that trust the header's algorithm: an HMAC with the public key as secret. */
function hmacWithPublicKey(): string {
  const secret = pair.publicKey.export({ format: 'pem', type: 'spki' });
  const mac = createHmac('sha512', secret).update(`${head}.${body}`).digest();
  return `${head}.${body}.${mac.toString('base64url')}`;
}

import { readAccessToken, type Claims } from './access-token.js';

const HEADER = { typ: 'at+jwt', kid: 'key' };
const CLAIMS: Claims = {
  jti: '01a1fc11-9bab-717c-81b6-d02b63e5e15b',
  sub: 'client',
  aud: 'https://management.test',
  client_id: 'client',
  enterprise_id: 'default',
  test: false,
  scope: 'users:read users:write',
  iat: 1_795_200_000,
  exp: 1_795_203_600,
};

describe('Reading an access token', () => {
  it('takes its claims', () => {
    expect(readAccessToken(HEADER, CLAIMS)).toEqual({
      id: CLAIMS['jti'],
      keyId: 'key',
      subject: 'client',
      audience: 'https://management.test',
      clientId: 'client',
      enterpriseId: 'default',
      test: false,
      scopes: new Set(['users:read', 'users:write']),
      issuedAt: 0x01a1fc119bab,
      expiresAt: 1_795_203_600,
    });
  });

  it('goes by whole seconds when the id does not tell when it was made', () => {
    expect(readAccessToken(HEADER, { ...CLAIMS, jti: 'abc' })?.issuedAt).toBe(1_795_200_000_000);
  });

  it.each([undefined, 'JWT', 'logout+jwt', 'xat+jwt', 'at+jwtx'])('refuses the type %s', (typ) => {
    expect(readAccessToken({ typ }, CLAIMS)).toBeUndefined();
  });

  it.each(['at+jwt', 'AT+JWT', 'application/at+jwt'])('takes the type %s', (typ) => {
    expect(readAccessToken({ typ }, CLAIMS)).toBeDefined();
  });

  it.each(['jti', 'sub', 'aud', 'client_id', 'enterprise_id', 'test', 'iat', 'exp'])(
    'refuses it without %s',
    (claim) => {
      expect(readAccessToken(HEADER, { ...CLAIMS, [claim]: undefined })).toBeUndefined();
    },
  );

  it('refuses several audiences', () => {
    expect(
      readAccessToken(HEADER, { ...CLAIMS, aud: ['https://management.test', 'https://mobile.test'] }),
    ).toBeUndefined();
  });

  it.each<[string, Claims[string]]>([
    ['a certificate', { 'x5t#S256': 'abc' }],
    ['nothing', {}],
    ['a number', 5],
    ['null', null],
    ['a key that is no text', { jkt: 5 }],
  ])('takes a token that is bound to %s for one that no proof fits, never for a bearer token', (_what, cnf) => {
    expect(readAccessToken(HEADER, { ...CLAIMS, cnf })?.keyThumbprint).toBe('');
  });

  it.each([
    ['a second factor that was shown', 'urn:countersign:acr:2', ['pwd', 'otp', 'mfa'], 2],
    ['a browser that stands in for the second factor', 'urn:countersign:acr:2', ['pwd'], 1],
    ['a passkey', 'urn:countersign:acr:3', ['pop', 'user', 'mfa'], 3],
    ['an application that tells no methods', 'urn:countersign:acr:2', undefined, 2],
  ])('has the level of %s', (_what, acr, amr, level) => {
    const claims: Claims = { ...CLAIMS, user_id: 'jane.doe', acr, ...(amr && { amr }) };
    expect(readAccessToken(HEADER, claims)?.level).toBe(level);
  });
});

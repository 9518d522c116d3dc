import { CompactSign, generateKeyPair, type CryptoKey } from 'jose';
import { readCheckpoint, signCheckpoint, type SigningKey } from './checkpoint.js';

const checkpoint = { number: 1000, hash: 'ab'.repeat(32), at: '2030-01-02T03:04:05.678Z' };
let ours: SigningKey;
let publicKeys: Map<string, CryptoKey>;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  ours = { kid: 'ours', privateKey };
  publicKeys = new Map([['ours', publicKey]]);
});

const sign = (payload: string, header: object, key = ours.privateKey) =>
  new CompactSign(Buffer.from(payload))
    .setProtectedHeader({ alg: 'ES256', kid: 'ours', typ: 'audit-checkpoint', ...header })
    .sign(key);

describe('A checkpoint', () => {
  it('is read back as it was signed', async () => {
    expect(await readCheckpoint(await signCheckpoint(checkpoint, ours), publicKeys)).toEqual(checkpoint);
  });

  it('is not taken from a key that only claims our name', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const forged = await signCheckpoint(checkpoint, { kid: 'ours', privateKey });
    expect(await readCheckpoint(forged, publicKeys)).toBeUndefined();
  });

  it('is not taken from a key that is not ours', async () => {
    expect(
      await readCheckpoint(await signCheckpoint(checkpoint, { ...ours, kid: 'theirs' }), publicKeys),
    ).toBeUndefined();
  });

  it('is not taken for anything else that our key has signed', async () => {
    const signed = await sign(JSON.stringify(checkpoint), { typ: 'JWT' });
    expect(await readCheckpoint(signed, publicKeys)).toBeUndefined();
  });

  it.each(['', 'x', 'a.b.c', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`])(
    'is not read from %j',
    async (jws) => {
      expect(await readCheckpoint(jws, publicKeys)).toBeUndefined();
    },
  );

  it.each(['no JSON', 'null', '[]', '{"number":"1000","hash":"ab","at":"x"}', '{"number":1.5,"hash":"ab","at":"x"}'])(
    'does not consist of %j',
    async (content) => {
      expect(await readCheckpoint(await sign(content, {}), publicKeys)).toBeUndefined();
    },
  );
});

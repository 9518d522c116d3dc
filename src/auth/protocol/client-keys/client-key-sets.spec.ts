import { exportJWK, generateKeyPair } from 'jose';
import { ClientKeySets } from './client-key-sets.service.js';

const AT = 'https://keys.example/jwks';

describe('The keys at an address of a client', () => {
  it('are read again after five minutes, and after a failure not for half a minute', async () => {
    const { publicKey } = await generateKeyPair('ES256');
    const jwk = await exportJWK(publicKey);
    let [now, calls, fails] = [0, 0, false];
    const send = () => {
      calls += 1;
      if (fails) return Promise.reject(new Error('no answer'));
      const keys = [{ ...jwk, d: 'private', x5c: [] }, { kty: 'oct', k: 'AA' }, { ...jwk, use: 'enc' }, null];
      return Promise.resolve({ status: 200, headers: {}, body: Buffer.from(JSON.stringify({ keys })) });
    };
    const sets = new ClientKeySets({ send }, {} as never, { now: () => new Date(now) });
    const ask = async (at: number): Promise<unknown> => {
      now = at * 1_000;
      return [await sets.at(AT, 'acme').catch(() => 'failed'), calls];
    };
    expect(await ask(0)).toEqual([{ keys: [jwk] }, 1]);
    expect(await ask(299)).toEqual([{ keys: [jwk] }, 1]);
    fails = true;
    expect([await ask(300), await ask(329)]).toEqual([
      ['failed', 2],
      ['failed', 2],
    ]);
    fails = false;
    expect(await ask(331)).toEqual([{ keys: [jwk] }, 3]);
  });
});

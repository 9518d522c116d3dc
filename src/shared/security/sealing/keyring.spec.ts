import { inspect } from 'node:util';
import { Keyring, newRingEntry } from './keyring.js';

const complaint = (setting: string): string => {
  try {
    Keyring.parse(setting);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('Keyring', () => {
  const [k1, k2] = [newRingEntry('k1'), newRingEntry('k2')];
  const secret = k1.slice(3);

  it('takes the first key as the active one and keeps the others', () => {
    const ring = Keyring.parse(`${k2}, ${k1}`);
    expect(ring.active.id).toBe('k2');
    expect(ring.keys.map(({ id }) => id)).toEqual(['k2', 'k1']);
    expect(ring.get('k1')?.secret.export().toString('base64')).toBe(secret);
    expect(ring.get('k3')).toBeUndefined();
  });

  it('takes base64url without padding too', () => {
    const ring = Keyring.parse(`k1:${Buffer.from(secret, 'base64').toString('base64url')}`);
    expect(ring.active.secret.export().toString('base64')).toBe(secret);
  });

  it.each([
    ['nothing', '', 'has in entry 1 no key id; an entry is `id:base64 of 32 bytes`'],
    ['a key without an id', secret, 'has in entry 1 no key id; an entry is `id:base64 of 32 bytes`'],
    ['a trailing comma', `${k1},`, 'has in entry 2 no key id; an entry is `id:base64 of 32 bytes`'],
    ['key and id swapped', `${secret}:k1`, 'has in entry 1 a key id that is not 1 to 16 of A-Z a-z 0-9 _ -'],
    ['an empty id', `:${secret}`, 'has in entry 1 a key id that is not 1 to 16 of A-Z a-z 0-9 _ -'],
    ['text that is not base64', `${k2},k1:*${secret}`, 'has in entry 2 (k1) a key that is not base64'],
    ['a short key', `k1:${secret.slice(0, 40)}`, 'has in entry 1 (k1) a key of 30 bytes where 32 are needed'],
    ['a long key', `k1:${'abcd'.repeat(12)}`, 'has in entry 1 (k1) a key of 36 bytes where 32 are needed'],
    ['an id twice', `${k1},${newRingEntry('k1')}`, 'has in entry 2 the key id k1 again'],
    ['a key twice', `${k1},k3:${secret}`, 'has in entry 2 (k3) the same key as k1'],
    [
      'a placeholder',
      `k1:${'A'.repeat(43)}=`,
      'has in entry 1 (k1) a key that is not random; `openssl rand -base64 32` makes one',
    ],
  ])('says what is wrong with %s, and shows no key', (_, setting, message) => {
    expect(complaint(setting)).toBe(message);
    expect(complaint(setting)).not.toContain(secret.slice(0, 8));
  });

  it('shows no key when printed', () => {
    const ring = Keyring.parse(k1);
    const bytes = Buffer.from(secret, 'base64');
    for (const shown of [
      inspect(ring, { depth: 9, showHidden: true }),
      JSON.stringify(ring),
      JSON.stringify(ring.keys),
    ]) {
      for (const form of [secret.slice(0, 8), bytes.toString('hex', 0, 4), inspect(bytes).slice(8, 20)]) {
        expect(shown).not.toContain(form);
      }
    }
  });
});

import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { BlindIndex } from './blind-index.js';
import { Keyring, newRingEntry } from './keyring.js';
import { Sealer } from './sealer.js';

const [k1, k2] = [newRingEntry('k1'), newRingEntry('k2')];
const indexWith = (...entries: string[]): BlindIndex => new BlindIndex(Keyring.parse(entries.join(',')));

describe('BlindIndex', () => {
  const index = indexWith(k1);

  it('gives equal values equal hashes and others other ones', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(index.hash(a, 'users/erased-id') === index.hash(b, 'users/erased-id')).toBe(a === b);
        expect(index.matches(index.hash(a, 'code'), b, 'code')).toBe(a === b);
      }),
    );
  });

  it('hashes with a key of its own for each purpose, and not with the ring key itself', () => {
    const hash = index.hash('alice', 'users/erased-id');
    expect(hash).toMatch(/^k1\.[\w-]{43}$/);
    expect(index.hash('alice', 'activation-code').slice(3)).not.toBe(hash.slice(3));
    expect(index.matches(hash, 'alice', 'activation-code')).toBe(false);
    const bare = createHmac('sha256', Buffer.from(k1.slice(3), 'base64'))
      .update('alice')
      .digest('base64url');
    expect(hash).not.toContain(bare);
  });

  it('still gives the hash that was stored years ago (computed by another implementation)', () => {
    const fixed = indexWith(`k1:${Buffer.from(Array.from({ length: 32 }, (_, byte) => byte)).toString('base64')}`);
    expect(fixed.hash('alice', 'users/erased-id')).toBe('k1.n4Nyj6PWWC-QKVfg1yFi_z7V8zrew5FMHWxh1y6wI-g');
  });

  it('finds hashes of before a rotation among the candidates, and calls them stale', () => {
    const before = index.hash('alice', 'p');
    const rotated = indexWith(k2, k1);
    expect(rotated.candidates('alice', 'p')).toEqual([rotated.hash('alice', 'p'), before]);
    expect(rotated.matches(before, 'alice', 'p')).toBe(true);
    expect([rotated.isStale(before), rotated.isStale(rotated.hash('alice', 'p'))]).toEqual([true, false]);
  });

  it('matches nothing under a key that it does not know, nor anything malformed', () => {
    expect(indexWith(k2).matches(index.hash('alice', 'p'), 'alice', 'p')).toBe(false);
    for (const stored of ['', '.', 'k1', 'k1.', 'k1.abc', '.abc'])
      expect(index.matches(stored, 'alice', 'p')).toBe(false);
  });

  it('survives the rotation of the ring when its own key is wrapped', () => {
    const old = new Sealer(Keyring.parse(k1));
    const { wrapped } = old.newDataKey('shared/index-key');
    const hash = new BlindIndex(old.unwrap(wrapped, 'shared/index-key')).hash('alice', 'p');

    const moved = new Sealer(Keyring.parse(`${k2},${k1}`)).reseal(wrapped, 'shared/index-key');
    const now = new Sealer(Keyring.parse(k2)).unwrap(moved, 'shared/index-key');
    expect(new BlindIndex(now).candidates('alice', 'p')).toEqual([hash]);
  });
});

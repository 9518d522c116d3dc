import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { JsonValue } from '../../kernel/index.js';
import { Keyring, newRingEntry } from './keyring.js';
import { readSealed, Sealer, NotSealed, SealBroken, UnknownSealingKey } from './sealer.js';

const [k1, k2] = [newRingEntry('k1'), newRingEntry('k2')];
const sealerWith = (...entries: string[]): Sealer => new Sealer(Keyring.parse(entries.join(',')));

const bytes = fc.uint8Array({ maxLength: 300 });
const text = fc.string({ unit: 'binary', maxLength: 100 });
const context = fc.string({ unit: 'binary', minLength: 1, maxLength: 50 });

const refusal = (open: () => unknown): string => {
  try {
    open();
    return 'opened';
  } catch (error) {
    return (error as Error).name;
  }
};

describe('Sealer', () => {
  const sealer = sealerWith(k1);

  it('opens what it sealed', () => {
    fc.assert(
      fc.property(bytes, context, (plain, where) => {
        expect(sealer.open(sealer.seal(plain, where), where)).toEqual(Buffer.from(plain));
      }),
    );
    fc.assert(
      fc.property(text, context, (plain, where) => {
        expect(sealer.openText(sealer.seal(plain, where), where)).toBe(plain);
      }),
    );
  });

  it('opens the JSON that it sealed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as JsonValue;
        expect(sealer.openJson(sealer.sealJson(plain, 'x'), 'x')).toEqual(plain);
      }),
    );
  });

  it('still opens what was stored years ago (sealed by another implementation)', () => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, byte) => byte)).toString('base64');
    const stored = Buffer.from(
      '01026b31404142434445464748494a4b4c4d4e4f606162636465666768696a6b' +
        'aa2323b34e690c117a5ee5b66e65c575fb4e66b3ce0c849a627ca5f9829d',
      'hex',
    );
    expect(sealerWith(`k1:${key}`).openText(stored, 'users/note:1')).toBe('kept for years');
  });

  it('refuses a value in which any single bit was flipped', () => {
    const sealed = sealer.seal('push token', 'users/push-token:1');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const altered = Buffer.from(sealed);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      expect(refusal(() => sealer.open(altered, 'users/push-token:1'))).toMatch(
        /^(NotSealed|UnknownSealingKey|SealBroken)$/,
      );
    }
  });

  it('refuses a value that was cut off or added to', () => {
    const sealed = sealer.seal('push token', 'x');
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => sealer.open(sealed.subarray(0, length), 'x')).toThrow();
    }
    expect(() => sealer.open(Buffer.concat([sealed, Buffer.of(0)]), 'x')).toThrow(SealBroken);
  });

  it('refuses a value that was moved to another context', () => {
    fc.assert(
      fc.property(bytes, context, context, (plain, here, there) => {
        fc.pre(here !== there);
        expect(() => sealer.open(sealer.seal(plain, here), there)).toThrow(SealBroken);
      }),
    );
    expect(() => sealer.seal('x', '')).toThrow('needs a context');
  });

  it('refuses a value whose header names another key of the ring', () => {
    const sealed = sealerWith(k2).seal('x', 'x');
    sealed.write('k1', 2);
    expect(() => sealerWith(k1, k2).open(sealed, 'x')).toThrow(SealBroken);
  });

  it('tells values apart that are not sealed at all', () => {
    expect(() => sealer.open(Buffer.from('{"plain": "JSON"}'), 'x')).toThrow(NotSealed);
    expect(() => sealer.open(Buffer.alloc(0), 'x')).toThrow(NotSealed);
    expect(() => sealer.open(Buffer.concat([Buffer.of(1, 0), randomBytes(60)]), 'x')).toThrow(NotSealed);
    expect(() => sealer.isStale(Buffer.of(1, 2, 3))).toThrow(NotSealed);
  });

  it('reads from a view into a larger buffer', () => {
    const sealed = sealer.seal('content', 'x');
    const pool = new Uint8Array(sealed.length + 20);
    pool.set(sealed, 7);
    expect(sealer.openText(pool.subarray(7, 7 + sealed.length), 'x')).toBe('content');
  });

  it('repeats neither salt nor IV nor ciphertext', () => {
    const sealed = Array.from({ length: 500 }, () => readSealed(sealer.seal('the same', 'the same')));
    for (const part of ['salt', 'iv', 'ciphertext'] as const) {
      expect(new Set(sealed.map((form) => form[part].toString('hex'))).size).toBe(500);
    }
  });

  it('names the missing key when the ring lost it', () => {
    const sealed = sealer.seal('x', 'x');
    expect(() => sealerWith(k2).open(sealed, 'x')).toThrow(new UnknownSealingKey('k1'));
  });

  it('opens what an older key sealed, calls it stale, and moves it to the new key', () => {
    const old = sealer.seal('kept', 'x');
    const rotated = sealerWith(k2, k1);
    expect(rotated.openText(old, 'x')).toBe('kept');
    expect([sealer.isStale(old), rotated.isStale(old)]).toEqual([false, true]);

    const moved = rotated.reseal(old, 'x');
    expect(rotated.isStale(moved)).toBe(false);
    expect(sealerWith(k2).openText(moved, 'x')).toBe('kept');
    expect(() => rotated.reseal(old, 'y')).toThrow(SealBroken);
  });

  describe('with a data key', () => {
    it('opens big data through the wrapped key, also after the ring was rotated', () => {
      const image = randomBytes(3_000_000);
      const { wrapped, sealer: session } = sealer.newDataKey('idv/session-key:1');
      const sealed = session.seal(image, 'idv/selfie:1');

      const rotated = sealerWith(k2, k1);
      const moved = rotated.reseal(wrapped, 'idv/session-key:1');
      const reopened = sealerWith(k2).withDataKey(moved, 'idv/session-key:1').open(sealed, 'idv/selfie:1');
      expect(reopened.equals(image)).toBe(true);
    });

    it('is of no use to another session, nor the ring to it', () => {
      const one = sealer.newDataKey('idv/session-key:1');
      const other = sealer.newDataKey('idv/session-key:2');
      const sealed = one.sealer.seal('image', 'idv/selfie');
      expect(() => other.sealer.open(sealed, 'idv/selfie')).toThrow(SealBroken);
      expect(() => sealer.open(sealed, 'idv/selfie')).toThrow(UnknownSealingKey);
      expect(() => sealer.withDataKey(one.wrapped, 'idv/session-key:2')).toThrow(SealBroken);
    });

    it('refuses a sealed value that is not a key', () => {
      expect(() => sealer.withDataKey(sealer.seal('too short', 'x'), 'x')).toThrow(SealBroken);
    });
  });
});

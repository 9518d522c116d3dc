import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { canonical, digestOf } from './canonical.js';
import type { Crypto } from './ports.js';

const { crypto } = globalThis as unknown as { crypto: Crypto };

const text = fc.string({ unit: 'grapheme' });

describe('The canonical form', () => {
  it('is that of RFC 8785, whatever is in it', () => {
    const one = fc.letrec((tie) => ({
      value: fc.oneof(
        text,
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    }));
    fc.assert(fc.property(one.value, (value) => canonical(value) === canonicalize(value)));
  });

  it('sorts the members by their UTF-16 units', () => {
    expect(canonical({ '！': 1, '😀': 2, a: 3 })).toBe('{"a":3,"😀":2,"！":1}');
  });
});

describe('The digest of what is shown', () => {
  const actions = [{ label: 'Yes', action: 'yes', authlevel: 0 }];
  const body = ['😀', '！', 'en', 'eng', 'e'].map((lng) => ({ lng, subject: 's', message: 'm' }));

  it('does not depend on which language comes first', async () => {
    const digest = await digestOf(crypto, { actions, body });
    expect(digest).toMatch(/^[\w-]{43}$/);
    expect(await digestOf(crypto, { actions, body: [...body].reverse() })).toBe(digest);
  });

  it('depends on everything that is shown, and on nothing else', async () => {
    const of = (change: object) => digestOf(crypto, { actions, body: [{ ...body[0], ...change } as (typeof body)[0]] });
    const digests = await Promise.all(
      [{}, { subject: 't' }, { message: 't' }, { lng: 't' }, { label: { Yes: 'Ja' } }].map(of),
    );
    expect(new Set(digests).size).toBe(5);
    expect(await of({ more: 'later' })).toBe(digests[0]);
  });
});

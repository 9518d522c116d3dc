import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { canonicalJson, NotJson } from './canonical-json.js';
import type { JsonValue } from './json.js';
import { canonicalDigest } from './node-crypto.js';

const parsed = (text: string): JsonValue => JSON.parse(text) as JsonValue;

/** The number with these 64 bits, which are in the notation of RFC 8785, appendix B. */
const double = (bits: string): number => Buffer.from(bits, 'hex').readDoubleBE();

describe('canonical JSON', () => {
  it('writes the sample of RFC 8785 section 3.2.2 as section 3.2.3 has it', () => {
    const sample = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    expect(canonicalJson(parsed(sample))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('gives the UTF-8 octets of RFC 8785 section 3.2.4', () => {
    const octets = Buffer.from(
      canonicalJson(parsed(String.raw`{"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/"}`)),
    );
    expect(octets.toString('hex')).toBe(
      Buffer.from('{"string":"').toString('hex') + 'e282ac245c75303030665c6e4127425c225c5c5c5c5c222f' + '227d',
    );
  });

  it('sorts names by UTF-16 code units, as in RFC 8785 section 3.2.3', () => {
    const names = String.raw`{
      "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
    }`;
    expect([...canonicalJson(parsed(names)).matchAll(/:"([^"]+)"/g)].map((found) => found[1])).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the number with bits %s as %s (RFC 8785 appendix B)', (bits, text) => {
    expect(canonicalJson(double(bits))).toBe(text);
  });

  it.each([
    ['NaN', double('7fffffffffffffff'), 'the value is NaN'],
    ['Infinity', double('7ff0000000000000'), 'the value is Infinity'],
    ['undefined', undefined, 'the value is of type undefined'],
    ['an undefined member', { a: { b: undefined } }, '/a/b is of type undefined'],
    ['a hole in an array', [1, , 2], '/1 is of type undefined'], // oxlint-disable-line no-sparse-arrays -- the hole is the case
    ['a function', { 'a/b': () => 1 }, '/a~1b is of type function'],
    ['a symbol', [Symbol('x')], '/0 is of type symbol'],
    ['a bigint', 1n, 'the value is of type bigint'],
    ['a Date', { at: new Date(0) }, '/at is not a plain object'],
    ['a Map', new Map([['a', 1]]), 'the value is not a plain object'],
    ['a Buffer', { key: Buffer.of(1) }, '/key is not a plain object'],
    ['a lone high surrogate', ['ok', 'bad \ud800!'], '/1 has a lone surrogate'],
    ['a lone low surrogate', '\udc00', 'the value has a lone surrogate'],
    ['a lone surrogate in a name', { a: { '\udead': 1 } }, '/a has a lone surrogate'],
  ])('refuses %s', (_, value, message) => {
    expect(() => canonicalJson(value as JsonValue)).toThrow(NotJson);
    expect(() => canonicalJson(value as JsonValue)).toThrow(message);
  });

  it('refuses a value that contains itself, and one nested beyond reason', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(() => canonicalJson(circle as JsonValue)).toThrow(NotJson);
    expect(() => canonicalJson(parsed('['.repeat(100_000) + ']'.repeat(100_000)))).toThrow(NotJson);
    expect(canonicalJson(parsed('['.repeat(500) + ']'.repeat(500)))).toHaveLength(1000);
  });

  it('keeps a member named __proto__', () => {
    expect(canonicalJson(parsed('{"b":1,"__proto__":{"c":2}}'))).toBe('{"__proto__":{"c":2},"b":1}');
  });

  it('says the same thing: what is parsed back equals the value', () => {
    fc.assert(fc.property(wellFormed, (value) => expect(parsed(canonicalJson(value))).toEqual(plain(value))));
  });

  it('does not depend on the order of members', () => {
    fc.assert(
      fc.property(wellFormed, fc.infiniteStream(fc.nat()), (value, dice) =>
        expect(canonicalJson(shuffled(value, dice))).toBe(canonicalJson(value)),
      ),
    );
  });

  it('is its own canonical form', () => {
    fc.assert(
      fc.property(wellFormed, (value) =>
        expect(canonicalJson(parsed(canonicalJson(value)))).toBe(canonicalJson(value)),
      ),
    );
  });

  it('digests the UTF-8 of the canonical form', () => {
    expect(canonicalDigest({ b: '€', a: 1 })).toBe(createHash('sha256').update('{"a":1,"b":"€"}').digest('base64url'));
  });
});

const wellFormed = fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<JsonValue>;

/** A value as it is after a round trip through JSON, in which -0 becomes 0. */
const plain = (value: JsonValue): JsonValue => parsed(JSON.stringify(value));

function shuffled(value: JsonValue, dice: fc.Stream<number>): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => shuffled(item, dice));
  if (typeof value !== 'object' || value === null) return value;
  const drawn = Object.entries(value).map(([name, member]) => [dice.next().value as number, name, member] as const);
  drawn.sort(([a], [b]) => a - b);
  return Object.fromEntries(drawn.map(([, name, member]) => [name, shuffled(member, dice)]));
}

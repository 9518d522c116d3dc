import { folded, isBlank, isPlainlyVisible, isRightToLeft, isVisibleProse } from './visible-text.js';

it.each([
  ['Müller & Söhne, 25.00 €'],
  ['می‌خواهم'], // Persian needs the ZWNJ
  ['क्‍ष'], // Devanagari needs the ZWJ
  ['👩‍👩‍👧 👍🏽 ❤️ 1️⃣ 🏳️‍🌈 🐈‍⬛'],
  ['葛󠄀城'],
  ['שלום'],
  ['🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
])('All of %j is seen', (text) => expect([isPlainlyVisible(text), isBlank(text)]).toEqual([true, false]));

it.each([
  ['zero-width space', 'Ap\u200bprove'],
  ['joiner between Latin letters', 'Ap\u200dprove'],
  ['joiner at the end', 'Approve\u200c'],
  ['soft hyphen', 'Ap\u00adprove'],
  ['word joiner', 'Ap\u2060prove'],
  ['override', 'pay \u202e00.52'],
  ['isolate', 'pay \u2067x\u2069'],
  ['mark of direction', 'pay \u200f1'],
  ['tag characters', 'pay\u{e0041}'],
  ['flag with other tags', '🏴\u{e0068}\u{e0069}\u{e007f}'],
  ['filler of Hangul', 'pay\u3164'],
  ['blank of Braille', 'pay\u2800'],
  ['selector after a letter', 'pay\ufe0f'],
  ['character that is none', 'pay\uffff'],
  ['byte order mark', '\ufeffpay'],
])('Not all is seen of a text with a %s', (_what, text) => expect(isPlainlyVisible(text)).toBe(false));

it('A text is blank when nothing of it is seen', () => {
  for (const text of ['', ' \n', '\u200b', '\u2060 \u{e0041}\u3164']) expect(isBlank(text)).toBe(true);
});

it('Texts that look alike fold to one', () => {
  const alike = ['Approve', 'approve', ' Approve', 'App\u200brove', 'Ａｐｐｒｏｖｅ', 'APPROVE\u00a0'];
  expect(new Set(alike.map(folded)).size).toBe(1);
  expect(folded('Approve')).not.toBe(folded('Approved'));
});

it('A text has the direction of its first letter', () => {
  expect([isRightToLeft('25 שלום Pay'), isRightToLeft('1. Pay שלום'), isRightToLeft('25')]).toEqual([
    true,
    false,
    false,
  ]);
});

describe('Prose', () => {
  it.each([
    ['Pay 25.00 EUR\nto Bob?'],
    ['מה שלומך!\u200f נתראה'],
    ['אני כותב ב-C++\u200e היום'],
    ['هل تدفع؟\u061c نعم'],
    ['می‌خواهم 👩‍👩‍👧'],
  ])('%j may be written so', (text) => expect(isVisibleProse(text)).toBe(true));

  it.each([
    ['an override', 'Pay \u202e00.52 EUR to Bob'],
    ['an embedding in Hebrew', 'שלום \u202a1'],
    ['a zero-width space', 'Pay 2\u200b5.00'],
    ['tag characters', 'Pay\u{e0041}\u{e0042}'],
    ['a mark of direction in Latin text', 'Pay \u200fBob'],
    ['a mark between digits', 'שלום 1\u200f2'],
    ['a mark beside the separator of a number', 'שלום 5\u200f.\u200f3'],
    ['a mark before a number', 'שלום \u200f12'],
    ['a soft hyphen', 'Pay\u00adment'],
  ])('may not have %s', (_what, text) => expect(isVisibleProse(text)).toBe(false));
});

import { folded, isBlank, isPlainlyVisible, isRightToLeft } from './visible-text.js';

it.each([
  ['Müller & Söhne, 25.00 €'],
  ['می‌خواهم'], // ZWNJ of Persian
  ['क्‍ष'], // ZWJ of Devanagari
  ['👩‍👩‍👧 👍🏽 ❤️ 1️⃣ 🏳️‍🌈 🐈‍⬛'],
  ['葛󠄀城'],
  ['שלום'],
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

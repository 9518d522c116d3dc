import { chosenId, email, httpsUrl, language, phone, time, uuid } from './formats.js';
import { integer, text } from './scalars.js';
import { type Kind } from './kind.js';

const accepts = (kind: Kind, value: unknown): boolean => kind.faults(value).length === 0;

const long = (length: number): string => 'a'.repeat(length);

const cases: [string, Kind, { right: unknown[]; wrong: unknown[] }][] = [
  [
    'a chosen id',
    chosenId(),
    { right: ['a', 'A.b_c@d+e|f-9', long(255)], wrong: ['', long(256), 'a b', 'ä', 'a/b', 'a\n', 7, null] },
  ],
  [
    'text',
    text({ max: 3 }),
    {
      right: ['a', ' a ', '🧩🧩🧩', 'e\u0301'],
      wrong: ['', '   ', 'abcd', '🧩🧩🧩🧩', 'a\tb', 'a\u2028', 'a\u0085', '\ud83e', ['a']],
    },
  ],
  [
    'text of many lines',
    text({ max: 9, singleLine: false }),
    { right: ['a\r\n\tb'], wrong: ['a\0', 'a\u001b', 'a\u007f'] },
  ],
  ['text that may be empty', text({ min: 0, max: 3 }), { right: ['', ' '], wrong: ['abcd'] }],
  ['text of a least length', text({ min: 3, max: 9 }), { right: ['abc', '🧩🧩🧩'], wrong: ['ab', '🧩🧩'] }],
  [
    'an e-mail address',
    email(),
    {
      right: ['a@b.co', 'jane.doe+x@mail.example.com', "o'hara@example.ie", `${long(64)}@example.com`],
      wrong: [
        'a@b',
        'a.b.co',
        '@b.co',
        'a@b..co',
        'a@-b.co',
        '.a@b.co',
        'a..b@c.de',
        'a b@c.de',
        'a@b.co\n',
        'a@[1.2.3.4]',
        `${long(65)}@example.com`,
        `a@${long(64)}.com`,
      ],
    },
  ],
  [
    'a phone number',
    phone(),
    {
      right: ['+4915112345678', '+12025550123'],
      wrong: ['4915112345678', '+0151', '+49 151 1234567', '+1234567890123456', '+1-202'],
    },
  ],
  [
    'a language',
    language(),
    { right: ['en', 'de-AT', 'zh-Hant-TW', 'EN-us'], wrong: ['', 'english-', 'de_AT', 'x', long(36), 7] },
  ],
  [
    'an HTTPS URL',
    httpsUrl(),
    {
      right: ['https://a.example/b?c=d', 'https://localhost:8443/', 'https://[::1]/'],
      wrong: [
        'http://a.example',
        'https://',
        'https://u:p@a.example',
        'https://u@a.example',
        'https://a.example/#',
        'https://a.example/ b',
        'javascript:alert(1)',
        'https://ä.example',
        `https://a.example/${long(2048)}`,
        '//a.example',
      ],
    },
  ],
  [
    'a UUID',
    uuid(),
    {
      right: ['01890a5d-ac96-774b-bcce-b302099a8057', '01890A5D-AC96-774B-BCCE-B302099A8057'],
      wrong: ['01890a5dac96774bbcceb302099a8057', '{01890a5d-ac96-774b-bcce-b302099a8057}', ''],
    },
  ],
  [
    'a time',
    time(),
    {
      right: ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.123+05:30'],
      wrong: [
        '2026-01-31',
        '2026-01-31T09:30:00',
        '2026-01-31T25:00:00Z',
        '2026-02-30T09:30:00Z',
        'now',
        1769851800000,
      ],
    },
  ],
  ['a whole number', integer({ min: 1, max: 9 }), { right: [1, 9], wrong: [0, 10, 1.5, '5', NaN, null, true] }],
];

describe('A field', () => {
  it.each(cases)('takes what it should and nothing else: %s', (_name, kind, { right, wrong }) => {
    expect(right.filter((value) => !accepts(kind, value))).toEqual([]);
    expect(wrong.filter((value) => accepts(kind, value))).toEqual([]);
  });

  it.each(cases)('documents a pattern and lengths that accept what it accepts: %s', (_name, kind, { right }) => {
    const { pattern, minLength = 0, maxLength = Infinity } = kind.schema as { pattern?: string; minLength?: number; maxLength?: number }; // oxfmt-ignore
    const texts = right.filter((value): value is string => typeof value === 'string');
    for (const value of texts) {
      expect(Array.from(value).length).toBeGreaterThanOrEqual(minLength);
      expect(Array.from(value).length).toBeLessThanOrEqual(maxLength);
      if (pattern !== undefined) expect(value).toMatch(new RegExp(pattern, 'u'));
    }
  });
});

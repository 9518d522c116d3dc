import fc from 'fast-check';
import { DomainError, type FieldError } from '../../shared/kernel/index.js';
import { checkTemplate, render, type Template } from './template.js';

const template = (message: string, variables: Template['variables'], more: Template['body'] = []): Template => ({
  variables,
  body: [{ lng: 'en', subject: 'Pay?', message }, ...more],
});

function faultsOf(work: () => unknown): string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return (error.extra.errors as FieldError[]).map(({ pointer }) => pointer);
  }
}

const shown = (type: 'text' | 'number' | 'money' | 'date', value: unknown, lng = 'en') => {
  const [texts] = render({ variables: { v: { type } }, body: [{ lng, subject: 's', message: '{{v}}' }] }, { v: value });
  return texts?.message.replaceAll(/[\u00a0\u202f]/g, ' ');
};

describe('A template', () => {
  it('is filled with values as each language writes them', () => {
    const body = render(
      template(
        'Pay {{amount}} to {{payee}} on {{day}}?',
        { amount: { type: 'money' }, payee: { type: 'text' }, day: { type: 'date' } },
        [{ lng: 'de', subject: 'Zahlen?', message: '{{payee}} bekommt am {{day}} {{amount}}', label: { Yes: 'Ja' } }],
      ),
      { amount: { amount: '1234.5', currency: 'EUR' }, payee: 'Müller & Söhne', day: '2026-02-01' },
    );
    expect(body.map(({ message }) => message.replaceAll('\u00a0', ' '))).toEqual([
      'Pay €1,234.50 to Müller & Söhne on February 1, 2026?',
      'Müller & Söhne bekommt am 1. Februar 2026 1.234,50 €',
    ]);
    expect(body[1]?.label).toEqual({ Yes: 'Ja' });
  });

  it.each([
    ['number', '0.1', 'en', '0.1'],
    ['number', 1234567.5, 'de', '1.234.567,5'],
    ['number', '123456789012345678.123456789', 'en', '123,456,789,012,345,678.123456789'],
    ['money', { amount: 10, currency: 'JPY' }, 'en', '¥10'],
    ['money', { amount: '1.234', currency: 'KWD' }, 'en', 'KWD 1.234'],
    ['money', { amount: '5', currency: 'EUR' }, 'German', '€5.00'],
    ['money', { amount: '5', currency: 'EUR' }, 'not a language', '€5.00'],
    ['date', '2024-02-29', 'fr', '29 février 2024'],
    ['text', '{{v}} $& $1', 'en', '{{v}} $& $1'],
  ] as const)('shows a %s %j in %s as %s', (type, value, lng, text) => {
    expect(shown(type, value, lng)).toBe(text);
  });

  it.each([
    ['Pay {{v}} 25.00?', 'שלום', 'Pay \u2068שלום\u2069 25.00?'],
    ['لمن {{v}}؟', 'Bookshop 24', 'لمن \u2068Bookshop 24\u2069؟'],
    ['Pay {{v}}?', 'Müller', 'Pay Müller?'],
    ['{{v}} שלום', 'דנה', 'דנה שלום'],
  ])('isolates in %j a value of the other direction: %j', (message, value, expected) => {
    const [texts] = render(template(message, { v: { type: 'text' } }), { v: value });
    expect(texts?.message).toBe(expected);
  });

  it.each<[string, 'text' | 'number' | 'money' | 'date', unknown]>([
    ['nothing', 'text', undefined],
    ['a blank', 'text', ' '],
    ['two lines', 'text', 'a\nb'],
    ['a mark of direction', 'text', 'pay \u202e00.1'],
    ['a hyphen that is not seen', 'text', 'Book\u00adshop'],
    ['a joiner that is not seen', 'text', 'Book\u2060shop'],
    ['tag characters', 'text', 'Bookshop\u{e0041}'],
    ['nothing that is seen', 'text', '\u200b'],
    ['a long text', 'text', 'x'.repeat(256)],
    ['a number for text', 'text', 7],
    ['a number with an exponent', 'number', 1e21],
    ['no number', 'number', 'ten'],
    ['infinity', 'number', 'Infinity'],
    ['an amount without currency', 'money', { amount: '1' }],
    ['an amount that its currency cannot show', 'money', { amount: '1.005', currency: 'EUR' }],
    ['half a yen', 'money', { amount: '0.5', currency: 'JPY' }],
    ['a currency in lower case', 'money', { amount: '1', currency: 'eur' }],
    ['an amount with more members', 'money', { amount: '1', currency: 'EUR', x: 1 }],
    ['a day that there is not', 'date', '2026-02-30'],
    ['a time', 'date', '2026-01-01T00:00:00Z'],
  ])('refuses %s', (_what, type, value) => {
    expect(faultsOf(() => render(template('{{v}}', { v: { type } }), { v: value }))).toEqual(['/values/v']);
  });

  it('refuses a value for no variable, and a text that becomes too long', () => {
    expect(faultsOf(() => render(template('m', {}), { v: 1 }))).toEqual(['/values/v']);
    const long = template('{{v}}'.repeat(20), { v: { type: 'text' } });
    expect(faultsOf(() => render(long, { v: 'x'.repeat(255) }))).toEqual(['/values']);
    expect(faultsOf(() => render(long, { v: 'x'.repeat(200) }))).toEqual([]);
  });

  it.each<[string, Template, string[]]>([
    ['a variable that nobody declared', template('{{v}} {{w}}', { v: { type: 'text' } }), ['/body/0/message']],
    [
      'a variable that one language does not show',
      template('{{v}}', { v: { type: 'text' } }, [{ lng: 'de', subject: 's', message: 'm' }]),
      ['/body/1/message'],
    ],
    ['braces that name nothing', template('{{', {}), ['/body/0/message']],
    ['a language twice', template('m', {}, [{ lng: 'EN', subject: 's', message: 'm' }]), ['/body/1/lng']],
    ['a name in capitals', template('{{V}}', { V: { type: 'text' } }), ['/variables/V']],
  ])('may not have %s', (_what, wrong, pointers) => {
    expect(faultsOf(() => checkTemplate(wrong))).toEqual(pointers);
  });

  it('shows any sound text as it is, whatever it contains', () => {
    const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(line, (value) => {
        if (faultsOf(() => render(template('{{v}}', { v: { type: 'text' } }), { v: value })).length > 0) return;
        const [texts] = render(template('[{{v}}]', { v: { type: 'text' } }), { v: value });
        expect(texts?.message.replace(/[\u2068\u2069]/g, '')).toBe(`[${value}]`);
      }),
    );
  });
});

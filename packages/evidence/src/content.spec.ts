import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { canonicalContent, type ContentBody, readContent } from './content.js';
import { contentDigest } from './node-crypto.js';

const actions = [
  { label: 'Approve', action: 'accept', authlevel: 3 as const },
  { label: 'Decline', action: 'reject', authlevel: 0 as const },
];
const bodyIn = (lng: string, more: Partial<ContentBody> = {}): ContentBody => ({
  lng,
  subject: 's',
  message: 'm',
  ...more,
});
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const body = fc.uniqueArray(
  fc.record(
    { lng: text, subject: text, message: text, label: fc.dictionary(text, text, { maxKeys: 3 }) },
    { requiredKeys: ['lng', 'subject', 'message'] },
  ),
  { selector: ({ lng }) => lng, minLength: 1, maxLength: 8 },
);

describe('The canonical content', () => {
  it('is the documented text, and its digest that of the text', () => {
    const canonical = canonicalContent({
      actions,
      body: [bodyIn('en', { label: { Decline: 'No', Approve: 'Yes' } }), bodyIn('de')],
    });
    expect(canonical).toBe(
      '{"actions":[{"action":"accept","authlevel":3,"label":"Approve"},{"action":"reject","authlevel":0,"label":"Decline"}],' +
        '"body":[{"lng":"de","message":"m","subject":"s"},' +
        '{"label":{"Approve":"Yes","Decline":"No"},"lng":"en","message":"m","subject":"s"}]}',
    );
    expect(contentDigest(canonical)).toBe(createHash('sha256').update(canonical).digest('base64url'));
  });

  it('sorts languages by code point, not by UTF-16 unit', () => {
    const canonical = canonicalContent({ actions, body: [bodyIn('\u{1f600}'), bodyIn('\uff01'), bodyIn('a')] });
    expect(readContent(canonical).body.map(({ lng }) => lng)).toEqual(['a', '\uff01', '\u{1f600}']);
  });

  it('leaves out what nobody signs', () => {
    const odd = { ...bodyIn('en'), extra: 1 };
    const canonical = canonicalContent({ actions: actions.map((one) => ({ ...one, extra: 1 })), body: [odd] });
    expect(canonical).not.toContain('extra');
  });

  it('refuses lone surrogates, which have no UTF-8', () => {
    expect(() => canonicalContent({ actions, body: [bodyIn('en', { subject: '\ud83e' })] })).toThrow(/surrogate/);
  });

  it('is the same for any order of languages and members, and reads back as it was', () => {
    fc.assert(
      fc.property(body, fc.infiniteStream(fc.nat()), (entries, numbers) => {
        const shuffled = entries
          .map((entry) => ({ entry, at: numbers.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ entry }) => Object.fromEntries(Object.entries(entry).reverse()) as unknown as ContentBody);
        const canonical = canonicalContent({ actions, body: entries });
        expect(canonicalContent({ actions, body: shuffled })).toBe(canonical);
        expect(canonicalContent(readContent(canonical))).toBe(canonical);
        expect(JSON.stringify(JSON.parse(canonical))).toBe(canonical);
      }),
    );
  });

  it('differs whenever anything that is shown differs', () => {
    const member = fc.constantFrom('lng' as const, 'subject' as const, 'message' as const);
    fc.assert(
      fc.property(body, fc.nat(), member, (entries, at, name) => {
        const changed = entries.map((entry, index) =>
          index === at % entries.length ? { ...entry, [name]: `${entry[name]}.` } : entry,
        );
        const [before, after] = [entries, changed].map((some) =>
          contentDigest(canonicalContent({ actions, body: some })),
        );
        expect(after).not.toBe(before);
      }),
    );
  });

  it('keeps the order of actions, which are what the user sees', () => {
    const reversed = canonicalContent({ actions: [...actions].reverse(), body: [bodyIn('en')] });
    expect(reversed).not.toBe(canonicalContent({ actions, body: [bodyIn('en')] }));
  });
});

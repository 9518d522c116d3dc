import { canonicalContent, type Content } from '@countersign/evidence';
import { contentBytes, faultOfSize, MOST_CONTENT_BYTES } from './content-size.js';

const content = (message: string): Content => ({
  actions: [{ label: 'Yes "é"', action: 'accept', authlevel: 0 }],
  body: [
    { lng: 'en', subject: 'a\nb', message, label: { 'Yes "é"': 'Já 🧩' } },
    { lng: 'de', subject: '語', message: '\u2028' },
  ],
});

describe('The size of a question', () => {
  it('is that of its canonical form', () => {
    expect(contentBytes(content('m'))).toBe(Buffer.byteLength(canonicalContent(content('m'))));
  });

  it('may be 64 KiB, and no byte more', () => {
    const room = MOST_CONTENT_BYTES - contentBytes(content(''));
    expect(faultOfSize(content('x'.repeat(room)), '/body')).toEqual([]);
    expect(faultOfSize(content('x'.repeat(room + 1)), '/body')).toEqual([
      { pointer: '/body', detail: expect.stringContaining('65536 bytes of JSON; these are 65537') },
    ]);
  });
});

import fc from 'fast-check';
import { contrast, hovered, READABLE, readableOn, standingOut, textOn, VISIBLE } from './colors.js';

const CARDS = ['#ffffff', '#1a1f1d'];
const colors = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);

it('Contrast counts as WCAG counts it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

it('A colour that can be read is kept, and one that cannot is changed', () => {
  expect(readableOn('#ffffff', '#0e5c53')).toBe('#0e5c53');
  expect(readableOn('#ffffff', '#ffe600')).not.toBe('#ffe600');
});

it('Text is readable whatever colour a brand has, also under the pointer', () => {
  fc.assert(
    fc.property(colors, (color) => {
      for (const card of CARDS) expect(contrast(readableOn(card, color), card)).toBeGreaterThanOrEqual(READABLE);
      expect(contrast(textOn(color), color)).toBeGreaterThanOrEqual(READABLE);
      expect(contrast(textOn(color), hovered(color))).toBeGreaterThanOrEqual(READABLE);
    }),
    // Examples include greys on which neither white nor a dark grey is readable.
    { examples: [['#777777'], ['#7a7a7a'], ['#ffffff'], ['#000000']], numRuns: 2_000 },
  );
});

it('Edges are visible whatever colour a brand has', () => {
  fc.assert(
    fc.property(colors, fc.constantFrom(...CARDS), (color, card) => {
      expect(contrast(standingOut(card, color, VISIBLE), card)).toBeGreaterThanOrEqual(VISIBLE);
    }),
  );
});

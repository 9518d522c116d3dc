import { contrast, READABLE, readableOn, textOn } from './colors.js';

it('counts contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

it('keeps a colour that can be read, and changes one that cannot', () => {
  expect(readableOn('#ffffff', '#0e5c53')).toBe('#0e5c53');
  expect(readableOn('#ffffff', '#ffe600')).not.toBe('#ffe600');
});

it.each(['#ffffff', '#000000', '#ffe600', '#0b5fff', '#7f7f7f', '#e60000', '#0e5c53'])(
  'makes text readable whatever colour a brand has: %s',
  (color) => {
    for (const ground of ['#ffffff', '#1a1f1d']) {
      expect(contrast(readableOn(ground, color), ground)).toBeGreaterThanOrEqual(READABLE);
    }
    expect(contrast(textOn(color), color)).toBeGreaterThanOrEqual(READABLE);
  },
);

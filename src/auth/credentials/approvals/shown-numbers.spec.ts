import { createHash } from 'node:crypto';
import { actionOf, numberIn, numbersOf } from './shown-numbers.js';

const drawn = Array.from({ length: 3_000 }, (_, index) =>
  numbersOf(createHash('sha256').update(String(index)).digest()),
);

describe('The numbers of an approval', () => {
  it('are three different ones of two digits, of which one is right', () => {
    for (const { shown, right } of drawn) {
      expect(new Set(shown).size).toBe(3);
      expect(shown.every((number) => /^[1-9]\d$/.test(number))).toBe(true);
      expect(shown).toContain(right);
    }
  });

  it('do not tell by their place or their size which one is right', () => {
    const share = (isSo: (numbers: (typeof drawn)[number]) => boolean) => drawn.filter(isSo).length / drawn.length;
    for (const place of [0, 1, 2]) expect(share(({ shown, right }) => shown[place] === right)).toBeCloseTo(1 / 3, 1);
    expect(share(({ shown, right }) => right === [...shown].sort()[0])).toBeCloseTo(1 / 3, 1);
    expect(new Set(drawn.map(({ right }) => right)).size).toBe(90);
    expect(new Set(drawn.map(({ typed }) => typed)).size).toBe(100);
  });

  it('are read back from the answer that was signed', () => {
    expect(numberIn(actionOf('42'))).toBe('42');
    expect(numberIn('fraud')).toBeUndefined();
  });
});

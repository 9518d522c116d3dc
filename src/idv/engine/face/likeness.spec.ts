import fc from 'fast-check';
import { distanceAt, distanceOf, likenessAt, medianDistance } from './likeness.js';

describe('Likeness', () => {
  it('is at the thresholds of the measured recipe where the settings begin', () => {
    expect(likenessAt(0.56)).toBeCloseTo(0.8);
    expect(likenessAt(0.6)).toBeCloseTo(0.6);
  });

  it('falls with the distance and stays between 0 and 1', () => {
    const distance = fc.double({ min: 0, max: 2, noNaN: true });
    fc.assert(
      fc.property(distance, distance, (a, b) => {
        if (a < b) expect(likenessAt(a)).toBeGreaterThanOrEqual(likenessAt(b));
        expect(likenessAt(a)).toBeGreaterThanOrEqual(0);
        expect(likenessAt(a)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('gives its distance back', () => expect(distanceAt(likenessAt(0.47))).toBeCloseTo(0.47));
});

describe('The distance', () => {
  it('of two descriptors is Euclidean', () => expect(distanceOf([0, 3], [4, 0])).toBe(5));

  it('of descriptors of two models is refused', () => expect(() => distanceOf([1], [1, 2])).toThrow(RangeError));

  it('of several frames is their median', () => {
    expect(medianDistance([0], [[0.9], [0.3], [0.4]])).toBe(0.4);
    expect(medianDistance([0], [[0.3], [0.5]])).toBe(0.4);
    expect(() => medianDistance([0], [])).toThrow(RangeError);
  });
});

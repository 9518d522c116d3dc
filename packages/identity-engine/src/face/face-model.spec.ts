import fc from 'fast-check';
import { DUPLICATE_LIKENESS, FaceModel } from './face-model.js';

const { dlib: builtIn, mobileFaceNet } = FaceModel;
const other = new FaceModel({ name: 'other', distance: 'cosine', match: 0.5, retry: 0.55 });

describe('Likeness', () => {
  it.each([
    { model: builtIn, match: 0.48, retry: 0.6, duplicate: 0.425 },
    { model: mobileFaceNet, match: 0.52, retry: 0.6, duplicate: 0.4 },
    { model: other, match: 0.5, retry: 0.55, duplicate: 0.425 },
  ])('is at the distances of the model $model.name where the settings begin', ({ model, match, retry, duplicate }) => {
    expect(model.likenessAt(match)).toBeCloseTo(0.8);
    expect(model.likenessAt(retry)).toBeCloseTo(0.6);
    expect(model.distanceAt(DUPLICATE_LIKENESS)).toBeCloseTo(duplicate);
  });

  it('falls with the distance and stays between 0 and 1', () => {
    const distance = fc.double({ min: 0, max: 2, noNaN: true });
    fc.assert(
      fc.property(distance, distance, (a, b) => {
        if (a < b) expect(builtIn.likenessAt(a)).toBeGreaterThanOrEqual(builtIn.likenessAt(b));
        expect(builtIn.likenessAt(a)).toBeGreaterThanOrEqual(0);
        expect(builtIn.likenessAt(a)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('gives its distance back', () => expect(builtIn.distanceAt(builtIn.likenessAt(0.47))).toBeCloseTo(0.47));
});

describe('The distance', () => {
  it('is Euclidean between two descriptors, or that of their directions', () => {
    expect(builtIn.distanceOf([0, 3], [4, 0])).toBe(5);
    expect(other.distanceOf([0, 3], [4, 0])).toBe(1);
    expect(other.distanceOf([1, 1], [5, 5])).toBeCloseTo(0);
    expect(other.distanceOf([1, 1], [-1, -1])).toBeCloseTo(2);
  });

  it('is refused between descriptors of two models', () =>
    expect(() => builtIn.distanceOf([1], [1, 2])).toThrow(RangeError));

  it('is the median of several frames', () => {
    expect(builtIn.medianDistance([0], [[0.9], [0.3], [0.4]])).toBe(0.4);
    expect(builtIn.medianDistance([0], [[0.3], [0.5]])).toBe(0.4);
    expect(() => builtIn.medianDistance([0], [])).toThrow(RangeError);
  });

  it('is never larger than the largest', () => {
    // Values whose squares do not round to zero. No net returns smaller ones.
    const value = fc.integer({ min: -100_000, max: 100_000 }).map((thousandths) => thousandths / 1_000);
    const descriptor = fc.array(value, { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.constantFrom(builtIn, other), descriptor, descriptor, (model, a, b) => {
        expect(model.distanceOf(a, b)).toBeLessThanOrEqual(model.largestDistance([a, b]) + 1e-9);
      }),
    );
  });
});

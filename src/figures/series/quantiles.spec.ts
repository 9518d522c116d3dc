import { quantileOf } from './quantiles.js';

describe('A quantile of buckets', () => {
  it.each([
    ['the middle of the only bucket', [['10', 4]], 0.5, 5],
    [
      'where the half is',
      [
        ['10', 1],
        ['20', 2],
        ['40', 1],
      ],
      0.5,
      15,
    ],
    [
      'the end of a bucket',
      [
        ['10', 9],
        ['20', 1],
      ],
      0.9,
      10,
    ],
    [
      'past empty ones',
      [
        ['10', 0],
        ['20', 0],
        ['40', 2],
      ],
      0.5,
      30,
    ],
    [
      'the last end, where more is not known',
      [
        ['10', 1],
        ['20', 0],
        ['more', 9],
      ],
      0.9,
      20,
    ],
  ] as const)('is %s', (_what, buckets, share, expected) => {
    expect(quantileOf(buckets, share)).toBe(expected);
  });

  it('is not known when there is nothing', () => {
    expect(quantileOf([['10', 0]], 0.5)).toBeUndefined();
  });
});

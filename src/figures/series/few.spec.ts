import { largest, OTHER, withoutFew } from './few.js';

describe('Series', () => {
  const series = [
    { key: 'DE', values: [9, 2] },
    { key: 'FR', values: [1, 20] },
    { key: 'IS', values: [1, 0] },
  ];

  it('that are too many are one', () => {
    expect(largest(series, 1)).toEqual([
      { key: 'FR', values: [1, 20] },
      { key: OTHER, values: [10, 2] },
    ]);
    expect(largest(series, 3).map(({ key }) => key)).toEqual(['FR', 'DE', 'IS']);
  });

  it('show no group of fewer than five, and lose nobody', () => {
    expect(withoutFew(series, 5)).toEqual([
      { key: 'DE', values: [9, 0] },
      { key: 'FR', values: [0, 20] },
      { key: OTHER, values: [2, 2] },
    ]);
    expect(withoutFew([{ key: 'DE', values: [0, 0] }], 5)).toEqual([]);
  });
});

import { diskState, sizeState, worse } from './disk-state.js';

describe('The state of a disk', () => {
  it.each([
    [1_000, 'enough'],
    [999, 'low'],
    [250, 'low'],
    [249, 'full'],
    [0, 'full'],
  ] as const)('is judged by its free bytes, of which the alarm is at 1,000: %i is %s', (free, state) => {
    expect(diskState(free, 1_000, 'enough')).toBe(state);
  });

  it('is better again only when there is a tenth more', () => {
    expect([diskState(1_099, 1_000, 'low'), diskState(1_100, 1_000, 'low')]).toEqual(['low', 'enough']);
    expect([diskState(274, 1_000, 'full'), diskState(275, 1_000, 'full')]).toEqual(['full', 'low']);
    expect(diskState(275, 1_000, 'low')).toBe('low');
  });

  it('is never bad without an alarm', () => {
    expect([diskState(0, 0, 'enough'), sizeState(1e15, 0)]).toEqual(['enough', 'enough']);
  });

  it('that nobody sees is told by the size of the database', () => {
    expect([sizeState(999, 1_000), sizeState(1_000, 1_000)]).toEqual(['enough', 'low']);
    expect([worse('low', 'full'), worse('low', 'enough')]).toEqual(['full', 'low']);
  });
});

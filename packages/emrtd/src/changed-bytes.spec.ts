import { fuzzTargets } from './specimens/changed-bytes.js';

describe('Changed bytes', () => {
  it.each(fuzzTargets)('are refused, and nothing else happens: %s', (_, attempt) => {
    const passed = Array.from({ length: 100 }, (__, round) => attempt(round)).filter((outcome) => outcome === 'passed');
    expect(passed).toEqual([]);
  });
});

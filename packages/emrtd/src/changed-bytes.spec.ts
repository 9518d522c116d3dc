import { fuzzTargets } from './specimens/changed-bytes.js';

describe('Changed bytes are refused, and nothing else happens:', () => {
  it.each(fuzzTargets)('%s', (_, attempt) => {
    const passed = Array.from({ length: 100 }, (__, round) => attempt(round)).filter((outcome) => outcome === 'passed');
    expect(passed).toEqual([]);
  });
});

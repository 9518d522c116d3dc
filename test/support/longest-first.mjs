import Sequencer from '@jest/test-sequencer';

/** Where each spec boots applications, and what opens every page: its own size says nothing, for a group only lists specs. */
const LONG = /\/test\/(?:e2e|integration|unit|browser\/(?:every-page|right-to-left))|\.(?:integration|slow)\.spec\./;

/** Starts the long specs first, also where Jest has no times of an earlier run: otherwise one worker ends alone. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const isLong = ({ path }) => LONG.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}

import Sequencer from '@jest/test-sequencer';

/** Where each spec boots applications: its own size says nothing, for it only lists cases. */
const BOOTING = /\/test\/(?:e2e|integration)\//;

/** Starts the long specs first, also where Jest has no times of an earlier run: otherwise one worker ends alone. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const boots = ({ path }) => BOOTING.test(path);
    return [...sorted.filter(boots), ...sorted.filter((test) => !boots(test))];
  }
}

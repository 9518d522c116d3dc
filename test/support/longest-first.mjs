import { statSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';
import { specsIn } from './groups.mjs';

/** Where each spec starts applications, and what opens every page: these take long for their size. */
const LONG = /\/test\/(?:e2e|integration|unit|browser\/(?:every-page|right-to-left))|\.(?:integration|slow)\.spec\./;

/** The size of a spec, or of all specs that a group loads. */
const sizeOf = ({ path }) => [path, ...specsIn(path)].reduce((sum, file) => sum + statSync(file).size, 0);

/** Starts the long specs first, also where Jest has no times of an earlier run: otherwise one worker ends alone. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const bySize = sorted.sort((a, b) => sizeOf(b) - sizeOf(a));
    const isLong = ({ path }) => LONG.test(path);
    return [...bySize.filter(isLong), ...bySize.filter((test) => !isLong(test))];
  }
}

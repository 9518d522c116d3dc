import { namedPaths } from './named-paths.mjs';

/** Which specs and groups belong to a lane, by the ends of their names. */
const LANES = {
  fast: '(?<!\\.slow)\\.(?:spec|group)\\.tsx?$',
  slow: '\\.slow\\.(?:spec|group)\\.tsx?$',
  all: '\\.(?:spec|group)\\.tsx?$',
};

/** A spec that is named on the command line runs, whatever its lane. */
export function specsOfLane() {
  const lane = process.env.LANE ?? (namedPaths.length > 0 ? 'all' : 'fast');
  if (!Object.hasOwn(LANES, lane)) throw new Error(`LANE is ${lane}. It can be ${Object.keys(LANES).join(', ')}.`);
  return LANES[lane];
}

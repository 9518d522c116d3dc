import { readFileSync } from 'node:fs';
import { fromRoot } from './root.mjs';

const { scripts } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));

/** What `npm start` tells Node, for whoever starts the program without npm. */
export const NODE_FLAGS = scripts.start.match(/--\S+/g);

import { readFileSync } from 'node:fs';
import { fromRoot } from './root.mjs';

const { scripts } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));

/** Node flags of `npm start`, for programs that start the service without npm. */
export const NODE_FLAGS = scripts.start.match(/--\S+/g);

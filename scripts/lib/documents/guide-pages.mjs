import { readdirSync } from 'node:fs';
import { fromRoot } from '../root.mjs';

/** Every page below `docs`. */
export const guidePages = readdirSync(fromRoot('docs'), { recursive: true })
  .map((path) => `docs/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.md'))
  .sort();

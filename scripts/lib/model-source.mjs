import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fromRoot } from './root.mjs';

const ENGINE = 'packages/identity-engine/src';

/** Read when it is needed: an image has no sources, and its commands load what builds them all the same. */
export const modelFiles = () => Object.entries(JSON.parse(readFileSync(fromRoot(`${ENGINE}/models.json`), 'utf8')));

export const isOurOwn = (from) => from.startsWith(ENGINE);

/** From where it is installed, or kept: a file that is not the one that was measured stops the build. */
export function modelContent(wanted) {
  const [, { from, sha256 }] = modelFiles().find(([name]) => name === wanted);
  const path = isOurOwn(from) ? from : `node_modules/${from}`;
  const content = readFileSync(fromRoot(path));
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw new Error(`${path} is not the file that the engine was measured with`);
  return content;
}

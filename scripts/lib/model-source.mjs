import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fromRoot } from './root.mjs';

const ENGINE = 'packages/identity-engine/src';

/** Reads the file only when called: a container image lacks it, although commands in the image import this module. */
export const modelFiles = () => Object.entries(JSON.parse(readFileSync(fromRoot(`${ENGINE}/models.json`), 'utf8')));

export const isOurOwn = (from) => from.startsWith(ENGINE);

/**
 * The content of a model, from an installed package or from the repository. Throws if the file does not have the
 * expected hash.
 */
export function modelContent(wanted) {
  const [, { from, sha256 }] = modelFiles().find(([name]) => name === wanted);
  const path = isOurOwn(from) ? from : `node_modules/${from}`;
  const content = readFileSync(fromRoot(path));
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw new Error(`${path} is not the file that the engine was measured with`);
  return content;
}

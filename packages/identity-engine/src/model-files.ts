import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import files from './models.json' with { type: 'json' };

/** The folder of model files, which the build puts next to the program. */
export const MODELS = fileURLToPath(new URL('models/', import.meta.url));

export type ModelFile = keyof typeof files;

/** Reads a model file. Throws if it is not exactly the file whose accuracy was measured. */
export function modelFile(name: ModelFile): Buffer {
  const content = readFileSync(`${MODELS}${name}`);
  const digest = createHash('sha256').update(content).digest('hex');
  if (digest !== files[name].sha256) throw new Error(`${name} is not the file of ${files[name].from}`);
  return content;
}

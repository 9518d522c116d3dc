import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GraphModel } from '@tensorflow/tfjs-converter';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import { io } from '@tensorflow/tfjs-core';
import files from '../models.json' with { type: 'json' };

/** The build puts them beside the program. */
export const MODELS = fileURLToPath(new URL('models/', import.meta.url));

type ModelFile = keyof typeof files;

/** A file that is not the one that was measured stops the engine. */
export function modelFile(name: ModelFile): Buffer {
  const content = readFileSync(`${MODELS}${name}`);
  const digest = createHash('sha256').update(content).digest('hex');
  if (digest !== files[name].sha256) throw new Error(`${name} is not the file of ${files[name].from}`);
  return content;
}

export interface WeightsManifest {
  readonly weightsManifest: readonly { readonly weights: io.WeightsManifestEntry[] }[];
}

/** An ArrayBuffer of its own: `Buffer` may share one. */
export const bytesOf = (content: Buffer): ArrayBuffer => Uint8Array.from(content).buffer;

export function graphOf(name: 'detector' | 'mesh'): Promise<GraphModel> {
  const json = JSON.parse(modelFile(`${name}.json`).toString()) as WeightsManifest & io.ModelJSON;
  const artifacts: io.ModelArtifacts = {
    modelTopology: json.modelTopology,
    format: 'graph-model',
    ...(json.signature && { signature: json.signature }),
    weightSpecs: json.weightsManifest.flatMap(({ weights }) => weights),
    weightData: bytesOf(modelFile(`${name}.bin`)),
  };
  return loadGraphModel(io.fromMemory(artifacts));
}

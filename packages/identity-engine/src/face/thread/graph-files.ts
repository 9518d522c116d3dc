import type { GraphModel } from '@tensorflow/tfjs-converter';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import { io } from '@tensorflow/tfjs-core';
import { modelFile } from '../../model-files.js';

export interface WeightsManifest {
  readonly weightsManifest: readonly { readonly weights: io.WeightsManifestEntry[] }[];
}

/** Copies the content into its own ArrayBuffer, because a `Buffer` may share one. */
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

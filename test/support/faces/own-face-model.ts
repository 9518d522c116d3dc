import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaceModelSettings } from '../../../src/config.js';
import { poolingNet } from './pooling-net.js';

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** The description of a model that uses the pooling net. Its thresholds suit the sample faces. */
export const DESCRIPTION = {
  name: 'pooling',
  file: 'net.onnx',
  input: { size: 112, layout: 'NCHW', colors: 'RGB', mean: 127.5, scale: 0.0078125 },
  alignment: 'arcface',
  distance: 'cosine',
  match: 0.1,
  retry: 0.12,
};

/**
 * Writes a face model into a new folder. `changed` replaces members of its description, before its hash is computed.
 */
export function ownFaceModel(
  within: string,
  changed: object = {},
  net: Buffer = poolingNet(),
): Required<FaceModelSettings> & { readonly folder: string } {
  const folder = mkdtempSync(join(within, 'model-'));
  const path = join(folder, 'model.json');
  const description = JSON.stringify({ ...DESCRIPTION, sha256: sha256(net), ...changed });
  writeFileSync(join(folder, 'net.onnx'), net);
  writeFileSync(path, description);
  return { folder, idvFaceNet: 'dlib', idvFaceModel: path, idvFaceModelSha256: sha256(description) };
}

export const settingsFor = (model: FaceModelSettings): Record<string, string> => ({
  IDV_FACE_MODEL: String(model.idvFaceModel),
  IDV_FACE_MODEL_SHA256: String(model.idvFaceModelSha256),
});

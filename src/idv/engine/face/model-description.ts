import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  alignments,
  colorOrders,
  distanceKinds,
  DUPLICATE_LIKENESS,
  FaceModel,
  layouts,
  type OnnxNet,
} from '@countersign/identity-engine';
import { ConfigError, type FaceModelSettings } from '../../../config.js';
import { systemCode } from '../../../shared/kernel/index.js';
import { number, object, oneOf, positive, text, Unfit, wholeFrom, type Reader } from './member-readers.js';

const threeNumbers: Reader<readonly [number, number, number]> = (value, at) => {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value, value, value];
  if (given.length !== 3) throw new Unfit(`${at} must be a number or three`);
  return [number(given[0], at), number(given[1], at), number(given[2], at)];
};

const description = object({
  name: text('a name of at most 64 letters, digits, dots and hyphens', /^[a-z\d](?:[a-z\d.-]{0,63})$/i),
  file: text('the path of an ONNX file', /./),
  sha256: text('the SHA-256 of that file: 64 hexadecimal digits', /^[\da-f]{64}$/i),
  input: object({
    size: wholeFrom(32, 512),
    layout: oneOf(layouts),
    colors: oneOf(colorOrders),
    mean: threeNumbers,
    scale: positive,
  }),
  alignment: oneOf(alignments),
  distance: oneOf(distanceKinds),
  match: positive,
  retry: positive,
});

/** Models that come with the program. */
const builtIn = { dlib: FaceModel.dlib, mobilefacenet: FaceModel.mobileFaceNet };

/**
 * Returns the custom face model if the settings name its description, otherwise the selected built-in model. The model
 * file itself is checked when it is loaded.
 */
export function faceModelOf({
  idvFaceNet,
  idvFaceModel: path,
  idvFaceModelSha256: sha256,
}: FaceModelSettings): FaceModel {
  if (path === undefined) return builtIn[idvFaceNet];
  const content = read(path);
  const found = digestOf(content);
  if (sha256 !== undefined && found !== sha256) {
    throw refusal(path, `whose SHA-256 is ${found}, and not the one in IDV_FACE_MODEL_SHA256`);
  }
  try {
    return modelIn(parsed(content), dirname(resolve(path)));
  } catch (error) {
    throw error instanceof Unfit ? refusal(path, `but ${error.message}`) : error;
  }
}

export const digestOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

export const refusal = (path: string, why: string): ConfigError =>
  new ConfigError([`IDV_FACE_MODEL names ${path}, ${why}.`]);

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw refusal(path, `which cannot be read (${systemCode(error) ?? 'unknown'})`);
  }
}

function parsed(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    throw new Unfit('it is not JSON');
  }
}

function modelIn(content: unknown, folder: string): FaceModel {
  const { name, file, sha256, input, alignment, ...facts } = description(content, '');
  if (facts.match >= facts.retry) throw new Unfit('match must be a smaller distance than retry');
  const net = { file: resolve(folder, file), sha256: sha256.toLowerCase(), input, alignment };
  const model = new FaceModel({ ...facts, name: `${name}/${markOf(net)}`, net });
  if (model.distanceAt(DUPLICATE_LIKENESS) <= 0) {
    throw new Unfit('match and retry lie too far apart: no distance would be small enough for a duplicate');
  }
  return model;
}

/**
 * Returns a hash that identifies a face model by its weights, alignment and input. Models that differ in any of these
 * get different hashes, even under the same name, so their descriptors are never compared.
 */
const markOf = ({ sha256, input, alignment }: Omit<OnnxNet, 'file'>): string =>
  digestOf(JSON.stringify([sha256, alignment, input])).slice(0, 12);

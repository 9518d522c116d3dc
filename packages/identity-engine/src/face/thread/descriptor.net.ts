import * as tf from '@tensorflow/tfjs-core';
import { modelFile } from '../../model-files.js';
import { CHIP } from '../alignment.js';
import { bytesOf } from './graph-files.js';

export const DESCRIPTOR_LENGTH = 128;

/** The mean colour of the net's training pictures. */
const MEAN_COLOUR = [122.782, 117.001, 104.298];
const COLOUR_RANGE = 256;

interface Layer {
  readonly filter: tf.Tensor4D;
  readonly bias: tf.Tensor1D;
}

/** The stages of the net: the width of their residual blocks, and the number of blocks. */
const STAGES = [
  [32, 3],
  [64, 3],
  [128, 2],
  [256, 2],
] as const;

/**
 * dlib's face recognition ResNet, version 1. It turns a picture of a face into 128 numbers that are close for the same
 * person.
 */
export class DescriptorNet {
  readonly #layers = new Map<string, Layer>();
  readonly #output: tf.Tensor2D;

  constructor() {
    const [manifest] = JSON.parse(modelFile('descriptor.json').toString()) as {
      weights: tf.io.WeightsManifestEntry[];
    }[];
    const raw = tf.io.decodeWeights(bytesOf(modelFile('descriptor.bin')), manifest?.weights ?? []);
    const weights = (name: string): tf.Tensor => {
      const found = raw[name];
      if (!found) throw new Error(`The descriptor has no weights ${name}`);
      return found;
    };
    this.#output = weights('fc') as tf.Tensor2D;
    for (const name of namesOfLayers(raw)) this.#layers.set(name, folded(name, weights));
  }

  /**
   * Describes `count` face chips (aligned pictures of faces) of 150 × 150 pixels, RGB from 0 to 255. Returns their
   * descriptors, one after the other.
   */
  describe(chips: Float32Array, count: number): Float32Array {
    return tf.tidy(() => {
      const colours = tf.tensor4d(chips, [count, CHIP, CHIP, 3]);
      const input = tf.div<tf.Tensor4D>(tf.sub(colours, tf.tensor1d(MEAN_COLOUR)), COLOUR_RANGE);
      let x = tf.maxPool(this.#convolve(input, 'conv32_down', 2, 'valid', 'relu'), 3, 2, 'valid');
      for (const [width, blocks] of STAGES) {
        if (width > 32) x = this.#shrink(x, `conv${width}_down`);
        for (let block = 1; block <= blocks; block++) x = this.#residual(x, `conv${width}_${block}`);
      }
      const features = tf.mean<tf.Tensor2D>(this.#shrink(x, 'conv256_down_out'), [1, 2]);
      return tf.matMul(features, this.#output).dataSync<'float32'>();
    });
  }

  #convolve(
    x: tf.Tensor4D,
    name: string,
    strides: number,
    pad: 'same' | 'valid',
    activation: 'relu' | 'linear',
  ): tf.Tensor4D {
    const layer = this.#layers.get(name);
    if (!layer) throw new Error(`The descriptor has no layer ${name}`);
    return tf.fused.conv2d({ x, ...layer, strides, pad, activation });
  }

  #residual(x: tf.Tensor4D, name: string): tf.Tensor4D {
    const inner = this.#convolve(x, `${name}/conv1`, 1, 'same', 'relu');
    return tf.relu(tf.add(this.#convolve(inner, `${name}/conv2`, 1, 'same', 'linear'), x));
  }

  /**
   * A block that halves the size. The shortcut has fewer channels and the other branch fewer rows and columns, so both
   * are padded with zeros.
   */
  #shrink(x: tf.Tensor4D, name: string): tf.Tensor4D {
    const inner = this.#convolve(x, `${name}/conv1`, 2, 'valid', 'relu');
    const out = this.#convolve(inner, `${name}/conv2`, 1, 'same', 'linear');
    const skip = tf.avgPool(x, 2, 2, 'valid');
    const [rows, columns] = [skip.shape[1] - out.shape[1], skip.shape[2] - out.shape[2]];
    const wide = tf.pad4d(skip, [
      [0, 0],
      [0, 0],
      [0, 0],
      [0, out.shape[3] - skip.shape[3]],
    ]);
    return tf.relu(
      tf.add(
        wide,
        tf.pad4d(out, [
          [0, 0],
          [0, rows],
          [0, columns],
          [0, 0],
        ]),
      ),
    );
  }
}

const FILTERS = '/conv/filters';

const namesOfLayers = (raw: tf.NamedTensorMap): string[] =>
  Object.keys(raw).flatMap((key) => (key.endsWith(FILTERS) ? [key.slice(0, -FILTERS.length)] : []));

/** Multiplies the layer's scale into its filter and bias. */
const folded = (name: string, weights: (name: string) => tf.Tensor): Layer =>
  tf.tidy(() => {
    const scale = weights(`${name}/scale/weights`);
    return {
      filter: tf.mul<tf.Tensor4D>(weights(`${name}${FILTERS}`), scale),
      bias: tf.add<tf.Tensor1D>(tf.mul(weights(`${name}/conv/bias`), scale), weights(`${name}/scale/biases`)),
    };
  });

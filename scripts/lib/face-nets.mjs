import { modelContent } from './model-source.mjs';

/** The vertices of the face mesh (468 in all) that the page uses, and those of the face's outline. */
export const VERTICES = [
  ...[2, 4, 13, 14, 33, 78, 133, 168, 263, 308, 362],
  ...[10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377],
  ...[152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109],
];

/**
 * Converts the engine's face detector and face mesh for a browser: a list of operations, and weights as bytes in Base64
 * with a scale factor for each channel. Operations of unused outputs are left out.
 */
export function faceNets() {
  const detector = new Graph('detector').packed(['Identity', 'Identity_1', 'Identity_2', 'Identity_3'], {});
  const coordinates = VERTICES.flatMap((vertex) => [3 * vertex, 3 * vertex + 1, 3 * vertex + 2]);
  const mesh = new Graph('mesh').packed(['Identity_2', 'Identity_1'], { Identity_2: coordinates });
  return { detector, mesh, vertices: VERTICES };
}

/**
 * Operations that are not converted: they only reshape their input, or (Pad) add empty channels, which the following
 * addition does not need.
 */
const SHAPES = new Set(['Identity', 'Reshape', 'Pad', 'Sigmoid']);

class Graph {
  #nodes;
  #weights;
  #numbers = new Map();
  #operations = [];
  #bytes = [];
  #floats = [];

  constructor(name) {
    const { modelTopology, weightsManifest } = JSON.parse(modelContent(`${name}.json`).toString());
    this.#nodes = new Map(modelTopology.node.map((node) => [node.name, node]));
    this.#weights = weightsIn(modelContent(`${name}.bin`), weightsManifest[0].weights);
  }

  /** `only` lists the required channels of an output. */
  packed(outputs, only) {
    for (const { name, op } of this.#nodes.values()) if (op === 'Placeholder') this.#numbers.set(name, 0);
    const numbers = outputs.map((output) => this.#number(output, only[output]));
    return {
      operations: this.#operations,
      outputs: numbers,
      weights: Buffer.from(Int8Array.from(this.#bytes).buffer).toString('base64'),
      factors: Buffer.from(Float32Array.from(this.#floats).buffer).toString('base64'),
    };
  }

  /** Adds the operation of a node after those of its inputs, and returns the number of the tensor that it computes. */
  #number(name, only) {
    if (this.#numbers.has(name)) return this.#numbers.get(name);
    const node = this.#nodes.get(name);
    const [first, second] = node.input;
    if (SHAPES.has(node.op)) return this.#number(first, only);
    const from = this.#number(first);
    const last = this.#operations.at(-1);
    if (from === this.#operations.length && last?.kind === 'add' && (node.op === 'Relu' || node.op === 'Prelu')) {
      last.then = node.op.toLowerCase();
      if (node.op === 'Prelu') last.channels = this.#keepFloats(node.input[1]);
      this.#numbers.set(name, from);
      return from;
    }
    const operation = { from, ...this.#operation(node, second, only) };
    const to = this.#operations.push(operation);
    this.#numbers.set(name, to);
    return to;
  }

  #operation({ op, input, attr }, second, only) {
    if (op === 'AddV2') return { kind: 'add', other: this.#number(second) };
    if (op === 'MaxPool') return { kind: 'pool' };
    const stride = Number(attr.strides.list.i[1]);
    const same = decoded(attr.padding.s) === 'SAME';
    if (op === 'DepthwiseConv2dNative') {
      const { shape, values } = this.#weights.get(second);
      this.#keepBytes(values, shape[2]);
      return { kind: 'depthwise', size: shape[0], stride, same, channels: shape[2] };
    }
    if (op !== '_FusedConv2D') throw new Error(`The browser's nets have no ${op}`);
    return this.#convolution(input, { stride, same, only, fused: attr.fused_ops.list.s.map(decoded) });
  }

  #convolution(input, { stride, same, only, fused }) {
    const { shape, values } = this.#weights.get(input[1]);
    const [size, , inputs, all] = shape;
    const kept = only ?? Array.from({ length: all }, (_, channel) => channel);
    const rows = size * size * inputs;
    this.#keepBytes(
      Array.from({ length: rows }, (_, row) => kept.map((channel) => values[row * all + channel])).flat(),
      kept.length,
    );
    const bias = this.#weights.get(input[2]).values;
    this.#floats.push(...kept.map((channel) => bias[channel]));
    const then = fused[1]?.toLowerCase();
    if (then === 'prelu') this.#keepFloats(input[3]);
    return { kind: 'convolve', size, stride, same, inputs, outputs: kept.length, ...(then && { then }) };
  }

  #keepFloats(name) {
    const { values } = this.#weights.get(name);
    this.#floats.push(...values);
    return values.length;
  }

  /**
   * Quantises `values` (rows of `channels` numbers) to bytes: stores a scale factor for each channel, then its values.
   */
  #keepBytes(values, channels) {
    const rows = values.length / channels;
    for (let channel = 0; channel < channels; channel++) {
      const own = Array.from({ length: rows }, (_, row) => values[row * channels + channel]);
      const factor = Math.max(...own.map(Math.abs)) / 127 || 1;
      this.#floats.push(factor);
      for (const value of own) this.#bytes.push(Math.round(value / factor));
    }
  }
}

const decoded = (base64) => Buffer.from(base64, 'base64').toString();

function weightsIn(content, list) {
  let at = 0;
  return new Map(
    list.map(({ name, shape, dtype, quantization }) => {
      const isHalf = quantization?.dtype === 'float16';
      const length = shape.reduce((all, one) => all * one, 1);
      const bytes = content.subarray(at, (at += length * (isHalf ? 2 : 4)));
      const read = isHalf ? (i) => halfIn(bytes.readUInt16LE(2 * i)) : (i) => bytes.readFloatLE(4 * i);
      return [name, { shape, values: dtype === 'float32' ? Float32Array.from({ length }, (_, i) => read(i)) : [] }];
    }),
  );
}

/** Decodes a 16-bit float (IEEE 754). */
function halfIn(bits) {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 0x1f, bits & 0x3ff];
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

import { CHARACTERS } from './characters.js';
import { matrixMemory, type MatrixProduct } from './matrix-product.js';

export const PATCH_WIDTH = 16;
export const PATCH_HEIGHT = 24;
export const PATCH_SIZE = PATCH_WIDTH * PATCH_HEIGHT;

interface LayerShape {
  readonly height: number;
  readonly width: number;
  readonly channels: number;
  readonly kernel: number;
  readonly stride: number;
  readonly outputs: number;
}

/**
 * The layers: three convolutions and two fully connected layers. The last has three more outputs than there are
 * characters; they are unused.
 */
const SHAPES: readonly LayerShape[] = [
  { height: 24, width: 16, channels: 1, kernel: 5, stride: 2, outputs: 12 },
  { height: 12, width: 8, channels: 12, kernel: 3, stride: 1, outputs: 24 },
  { height: 12, width: 8, channels: 24, kernel: 3, stride: 2, outputs: 40 },
  { height: 1, width: 1, channels: 960, kernel: 1, stride: 1, outputs: 80 },
  { height: 1, width: 1, channels: 80, kernel: 1, stride: 1, outputs: 40 },
];

export interface Layer extends LayerShape {
  /** The number of inputs for one output, and that number rounded up to a multiple of four. */
  readonly inputs: number;
  readonly rowLength: number;
  readonly positions: number;
  /** The indices of each position's inputs in the previous layer. -1 is outside the picture. */
  readonly sources: Int32Array;
  readonly weights: Float32Array;
  readonly bias: Float32Array;
  readonly columns: Float32Array;
  readonly result: Float32Array;
}

const roundedUp = (value: number): number => Math.ceil(value / 4) * 4;

/** Classifies the characters of OCR-B. It is not reentrant, because input and result are stored in its memory. */
export class GlyphNet {
  readonly layers: readonly Layer[];
  readonly input: Float32Array;
  readonly probabilities: Float32Array;
  protected readonly multiply: MatrixProduct;
  readonly #buffer: ArrayBuffer;
  #used = 0;

  constructor(
    readonly batch = 64,
    extraBytes = 0,
  ) {
    const { buffer, multiply } = matrixMemory(bytesFor(batch) + extraBytes);
    this.#buffer = buffer;
    this.multiply = multiply;
    this.layers = SHAPES.map((shape) => this.#layer(shape));
    this.input = this.take(batch * PATCH_SIZE);
    this.probabilities = new Float32Array(batch * CHARACTERS.length);
  }

  load(file: Buffer): this {
    const values = new Float32Array(new Uint8Array(file).buffer);
    let at = 0;
    for (const { weights, bias, inputs, rowLength, outputs } of this.layers) {
      for (let n = 0; n < outputs; n++, at += inputs) weights.set(values.subarray(at, at + inputs), n * rowLength);
      bias.set(values.subarray(at, at + outputs));
      at += outputs;
    }
    if (at !== values.length) throw new Error(`The net has ${at} weights, the file ${values.length}`);
    return this;
  }

  /** The probabilities of all characters for the first `count` patches of the input, one row for each patch. */
  classify(count: number): Float32Array {
    const patches = roundedUp(count);
    let values = this.input;
    for (const layer of this.layers) values = this.#run(layer, values, patches);
    softmax(values, this.probabilities, count);
    return this.probabilities;
  }

  protected take(length: number): Float32Array {
    const array = new Float32Array(this.#buffer, this.#used, length);
    this.#used += roundedUp(length) * 4;
    return array;
  }

  #run(layer: Layer, values: Float32Array, patches: number): Float32Array {
    const { positions, rowLength, outputs, weights, result } = layer;
    const rows = patches * positions;
    if (layer.kernel > 1) gather(layer, values, patches);
    const from = layer.kernel > 1 ? layer.columns : values;
    this.multiply(from.byteOffset, weights.byteOffset, result.byteOffset, rows, outputs, rowLength);
    addBias(layer, rows, layer !== this.layers.at(-1));
    return result;
  }

  #layer(shape: LayerShape): Layer {
    const { kernel, channels, outputs } = shape;
    const inputs = kernel * kernel * channels;
    const rowLength = roundedUp(inputs);
    const positions = positionsOf(shape);
    return {
      ...shape,
      inputs,
      rowLength,
      positions,
      sources: sourcesOf(shape, rowLength),
      weights: this.take(outputs * rowLength),
      bias: new Float32Array(outputs),
      columns: this.take(kernel > 1 ? this.batch * positions * rowLength : 0),
      result: this.take(this.batch * positions * outputs),
    };
  }
}

const outputHeight = ({ height, stride }: LayerShape): number => Math.ceil(height / stride);
const outputWidth = ({ width, stride }: LayerShape): number => Math.ceil(width / stride);
const positionsOf = (shape: LayerShape): number => outputHeight(shape) * outputWidth(shape);

function bytesFor(batch: number): number {
  const floats = SHAPES.map((shape) => {
    const rowLength = roundedUp(shape.kernel ** 2 * shape.channels);
    return shape.outputs * rowLength + batch * positionsOf(shape) * (rowLength + shape.outputs);
  });
  return 4 * floats.reduce((a, b) => a + b, batch * PATCH_SIZE + 64);
}

function sourcesOf(shape: LayerShape, rowLength: number): Int32Array {
  const { kernel, stride, channels, width, height } = shape;
  const sources = new Int32Array(positionsOf(shape) * rowLength).fill(-1);
  const wide = outputWidth(shape);
  for (let position = 0; position < positionsOf(shape); position++) {
    for (let k = 0; k < kernel * kernel; k++) {
      const y = Math.floor(position / wide) * stride + Math.floor(k / kernel) - (kernel >> 1);
      const x = (position % wide) * stride + (k % kernel) - (kernel >> 1);
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      for (let c = 0; c < channels; c++) {
        sources[position * rowLength + k * channels + c] = (y * width + x) * channels + c;
      }
    }
  }
  return sources;
}

function gather({ sources, columns, height, width, channels }: Layer, values: Float32Array, patches: number): void {
  const inputSize = height * width * channels;
  for (let patch = 0, to = 0; patch < patches; patch++) {
    const from = patch * inputSize;
    for (let i = 0; i < sources.length; i++, to++) {
      const source = sources[i] ?? -1;
      columns[to] = source < 0 ? 0 : (values[from + source] ?? 0);
    }
  }
}

function addBias({ result, bias, outputs }: Layer, rows: number, rectified: boolean): void {
  for (let row = 0, at = 0; row < rows; row++) {
    for (let c = 0; c < outputs; c++, at++) {
      const value = (result[at] ?? 0) + (bias[c] ?? 0);
      result[at] = rectified && value < 0 ? 0 : value;
    }
  }
}

function softmax(values: Float32Array, probabilities: Float32Array, count: number): void {
  const [outputs, stride] = [CHARACTERS.length, roundedUp(CHARACTERS.length)];
  for (let i = 0; i < count; i++) {
    const row = values.subarray(i * stride, i * stride + outputs);
    const highest = Math.max(...row);
    const powers = row.map((value) => Math.exp(value - highest));
    const sum = powers.reduce((a, b) => a + b, 0);
    for (let k = 0; k < outputs; k++) probabilities[i * outputs + k] = (powers[k] ?? 0) / sum;
  }
}

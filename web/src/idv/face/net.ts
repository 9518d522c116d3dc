import { convolved, filtered, type Kernel, placeOfWeight, sizeOfFilter } from './convolution.js';
import { bent, halved, sum, type Planes } from './planes.js';

type Then = 'relu' | 'prelu';

/** `from` and `other` are indexes of tensors. Tensor 0 is the input, and each operation appends its result. */
export type Operation = { readonly from: number } & (
  | (Kernel & { readonly kind: 'convolve'; readonly inputs: number; readonly outputs: number; readonly then?: Then })
  | (Kernel & { readonly kind: 'depthwise'; readonly channels: number })
  | { readonly kind: 'add'; readonly other: number; readonly channels?: number; readonly then?: Then }
  | { readonly kind: 'pool' }
);

export interface PackedNet {
  readonly operations: readonly Operation[];
  readonly outputs: readonly number[];
  /** Base64. `weights` are bytes; `factors` are, for each channel, the multiplier of its weights and the bias. */
  readonly weights: string;
  readonly factors: string;
}

type Step = (tensors: readonly Planes[]) => Planes;

/** A minimal neural network without any library, for a worker that processes one picture at a time. */
export class Net {
  readonly #steps: readonly Step[];
  readonly #outputs: readonly number[];

  constructor({ operations, outputs, weights, factors }: PackedNet) {
    const source = new WeightSource(weights, factors);
    this.#steps = operations.map((operation) => stepOf(operation, source));
    this.#outputs = outputs;
  }

  run(input: Planes): Planes[] {
    const tensors = [input];
    for (const step of this.#steps) tensors.push(step(tensors));
    return this.#outputs.map((number) => tensorIn(tensors, number));
  }
}

function tensorIn(tensors: readonly Planes[], number: number): Planes {
  const found = tensors[number];
  if (!found) throw new RangeError(`The net has no tensor ${number}`);
  return found;
}

function stepOf(operation: Operation, source: WeightSource): Step {
  const { from } = operation;
  if (operation.kind === 'pool') return (tensors) => halved(tensorIn(tensors, from));
  if (operation.kind === 'add') {
    const { other, then } = operation;
    const slopes = slopesOf(then, operation.channels ?? 0, source);
    return (tensors) => bent(sum(tensorIn(tensors, from), tensorIn(tensors, other)), slopes);
  }
  if (operation.kind === 'depthwise') {
    const filter = source.depthwiseFilter(operation.channels, operation.size ** 2);
    return (tensors) => filtered(tensorIn(tensors, from), operation, filter);
  }
  const { size, inputs, outputs, then } = operation;
  const filter = source.filter(outputs, size ** 2 * inputs);
  const bias = source.floats(outputs);
  const slopes = slopesOf(then, outputs, source);
  return (tensors) => bent(convolved(tensorIn(tensors, from), operation, filter, bias), slopes);
}

/** The slopes for values below 0: one for each channel, or one for all. */
const slopesOf = (then: Then | undefined, channels: number, source: WeightSource): Float32Array | undefined =>
  then && (then === 'prelu' ? source.floats(channels) : new Float32Array(1));

/** Reads weights and factors in the order of the operations. */
class WeightSource {
  readonly #weights: Int8Array;
  readonly #factors: Float32Array;
  #weight = 0;
  #factor = 0;

  constructor(weights: string, factors: string) {
    this.#weights = new Int8Array(bytesIn(weights));
    this.#factors = new Float32Array(bytesIn(factors));
  }

  floats(count: number): Float32Array {
    return this.#factors.slice(this.#factor, (this.#factor += count));
  }

  /** Reads the filter of a convolution, with `length` weights for each output. */
  filter(outputs: number, length: number): Float32Array {
    const place = (output: number, value: number) => placeOfWeight(output, value, length);
    return this.#filter(outputs, length, new Float32Array(sizeOfFilter(outputs, length)), place);
  }

  /** Reads a filter with `each` weights for each channel, and orders it by position. */
  depthwiseFilter(channels: number, each: number): Float32Array {
    return this.#filter(channels, each, new Float32Array(channels * each), (channel, at) => at * channels + channel);
  }

  #filter(channels: number, each: number, into: Float32Array, place: (channel: number, at: number) => number) {
    const factors = this.floats(channels);
    for (let channel = 0; channel < channels; channel++) {
      for (let at = 0; at < each; at++) {
        into[place(channel, at)] = (this.#weights[this.#weight++] ?? 0) * (factors[channel] ?? 0);
      }
    }
    return into;
  }
}

const bytesIn = (base64: string): ArrayBuffer => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)).buffer;

import { planesOf, type Planes } from './planes.js';

export interface Kernel {
  readonly size: number;
  readonly stride: number;
  /** Whether the input is padded with 0, so that only the stride makes the output smaller. */
  readonly same: boolean;
}

/**
 * The extent of a convolution along one axis: `count` is the size of the output, `before` the number of zeros that are
 * added before the first value.
 */
function span(length: number, { size, stride, same }: Kernel): { count: number; before: number } {
  if (!same) return { count: Math.floor((length - size) / stride) + 1, before: 0 };
  const count = Math.ceil(length / stride);
  return { count, before: Math.max(0, (count - 1) * stride + size - length) >> 1 };
}

/** A depthwise convolution: each channel has its own filter. */
export function filtered(input: Planes, kernel: Kernel, filter: Float32Array): Planes {
  const { height, width, channels } = input;
  const { size, stride } = kernel;
  const [down, across] = [span(height, kernel), span(width, kernel)];
  const made = planesOf(down.count, across.count, channels);
  for (let y = 0, to = 0; y < made.height; y++) {
    for (let x = 0; x < made.width; x++, to += channels) {
      const [top, left] = [y * stride - down.before, x * stride - across.before];
      const isInside = top >= 0 && left >= 0 && top + size <= height && left + size <= width;
      if (isInside && size === 3) filterNine(input, top, left, filter, made.data, to);
      else filterPlace(input, top, left, size, filter, made.data, to);
    }
  }
  return made;
}

/** Filters nine positions without an edge among them, as most are. Each output is written once. */
function filterNine(
  { width, channels, data }: Planes,
  top: number,
  left: number,
  filter: Float32Array,
  out: Float32Array,
  to: number,
): void {
  const row = width * channels;
  const weighed = (from: number, at: number): number =>
    (data[from] ?? 0) * (filter[at] ?? 0) +
    (data[from + channels] ?? 0) * (filter[at + channels] ?? 0) +
    (data[from + 2 * channels] ?? 0) * (filter[at + 2 * channels] ?? 0);
  for (let channel = 0, from = top * row + left * channels; channel < channels; channel++, from++) {
    out[to + channel] =
      weighed(from, channel) +
      weighed(from + row, channel + 3 * channels) +
      weighed(from + 2 * row, channel + 6 * channels);
  }
}

function filterPlace(
  { height, width, channels, data }: Planes,
  top: number,
  left: number,
  size: number,
  filter: Float32Array,
  out: Float32Array,
  to: number,
): void {
  for (let at = 0; at < size ** 2; at++) {
    const [row, column] = [top + Math.floor(at / size), left + (at % size)];
    if (row < 0 || column < 0 || row >= height || column >= width) continue;
    multiplyIn(out, to, data, (row * width + column) * channels, filter, at * channels, channels);
  }
}

function multiplyIn(
  out: Float32Array,
  to: number,
  values: Float32Array,
  from: number,
  filter: Float32Array,
  at: number,
  count: number,
): void {
  for (let channel = 0; channel < count; channel++) {
    out[to + channel] = (out[to + channel] ?? 0) + (values[from + channel] ?? 0) * (filter[at + channel] ?? 0);
  }
}

/** How many outputs of a convolution are computed together. */
const GROUP = 4;

/**
 * Where a weight of a convolution is in its filter: groups of outputs follow each other, and in a group the weights of
 * one input value are adjacent. `length` is the number of input values for an output.
 */
export const placeOfWeight = (output: number, value: number, length: number): number =>
  (Math.floor(output / GROUP) * length + value) * GROUP + (output % GROUP);

/** The last group may have weights for outputs that do not exist. */
export const sizeOfFilter = (outputs: number, length: number): number => Math.ceil(outputs / GROUP) * GROUP * length;

export function convolved(input: Planes, kernel: Kernel, filter: Float32Array, bias: Float32Array): Planes {
  const { height, width, channels, data } = input;
  const { size, stride } = kernel;
  const [down, across] = [span(height, kernel), span(width, kernel)];
  const made = planesOf(down.count, across.count, bias.length);
  const length = size ** 2 * channels;
  const patches = size === 1 ? data : new Float32Array(2 * length);
  /** Returns where the input values for a position are in `patches`. */
  const patchOf = (place: number, spare: number): number => {
    const top = Math.floor(place / made.width) * stride - down.before;
    const left = (place % made.width) * stride - across.before;
    if (size === 1) return (top * width + left) * channels;
    gather(input, top, left, size, patches.subarray(spare, spare + length));
    return spare;
  };
  const last = made.height * made.width - 1;
  for (let place = 0; place <= last; place += 2) {
    const other = Math.min(place + 1, last);
    weighTwo(patches, patchOf(place, 0), patchOf(other, length), length, filter, bias, made.data, place, other);
  }
  return made;
}

/** Collects the input values that a filter covers at one position, with 0 beyond the edges. */
function gather(
  { height, width, channels, data }: Planes,
  top: number,
  left: number,
  size: number,
  into: Float32Array,
): void {
  into.fill(0);
  for (let row = Math.max(0, -top); row < Math.min(size, height - top); row++) {
    const first = Math.max(0, -left);
    const from = ((top + row) * width + left + first) * channels;
    const count = (Math.min(size, width - left) - first) * channels;
    into.set(data.subarray(from, from + count), (row * size + first) * channels);
  }
}

/**
 * Computes the outputs of two positions, in groups of four. So each weight that is read serves two positions, and each
 * input value four outputs.
 */
function weighTwo(
  values: Float32Array,
  from: number,
  otherFrom: number,
  length: number,
  filter: Float32Array,
  bias: Float32Array,
  out: Float32Array,
  place: number,
  other: number,
): void {
  const outputs = bias.length;
  for (let output = 0, weight = 0; output < outputs; output += GROUP) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let e = 0;
    let f = 0;
    let g = 0;
    let h = 0;
    for (let at = 0; at < length; at++, weight += GROUP) {
      const value = values[from + at] ?? 0;
      const otherValue = values[otherFrom + at] ?? 0;
      const wa = filter[weight] ?? 0;
      const wb = filter[weight + 1] ?? 0;
      const wc = filter[weight + 2] ?? 0;
      const wd = filter[weight + 3] ?? 0;
      a += value * wa;
      b += value * wb;
      c += value * wc;
      d += value * wd;
      e += otherValue * wa;
      f += otherValue * wb;
      g += otherValue * wc;
      h += otherValue * wd;
    }
    write(out, place * outputs, output, bias, a, b, c, d);
    write(out, other * outputs, output, bias, e, f, g, h);
  }
}

/** Writes a group of outputs with their bias. The last group may be shorter. */
function write(
  out: Float32Array,
  to: number,
  output: number,
  bias: Float32Array,
  a: number,
  b: number,
  c: number,
  d: number,
): void {
  out[to + output] = a + (bias[output] ?? 0);
  if (output + 1 < bias.length) out[to + output + 1] = b + (bias[output + 1] ?? 0);
  if (output + 2 < bias.length) out[to + output + 2] = c + (bias[output + 2] ?? 0);
  if (output + 3 < bias.length) out[to + output + 3] = d + (bias[output + 3] ?? 0);
}

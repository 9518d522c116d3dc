/** Values in rows from the top; all channels of a position are adjacent. */
export interface Planes {
  readonly height: number;
  readonly width: number;
  readonly channels: number;
  readonly data: Float32Array;
}

export interface Kernel {
  readonly size: number;
  readonly stride: number;
  /** Whether the input is padded with 0, so that only the stride makes the output smaller. */
  readonly same: boolean;
}

/** Multiplies values below 0 by the slope of their channel, or by the only slope there is. */
export function bent(planes: Planes, slopes: Float32Array | undefined): Planes {
  if (!slopes) return planes;
  const { data } = planes;
  for (let at = 0; at < data.length; at++) {
    const value = data[at] ?? 0;
    if (value < 0) data[at] = value * (slopes[at % slopes.length] ?? 0);
  }
  return planes;
}

/** Adds two tensors. Missing channels of the smaller one count as 0. */
export function sum(one: Planes, other: Planes): Planes {
  const [wide, narrow] = one.channels >= other.channels ? [one, other] : [other, one];
  const data = wide.data.slice();
  for (let place = 0, from = 0; place < wide.height * wide.width; place++) {
    const to = place * wide.channels;
    for (let channel = 0; channel < narrow.channels; channel++, from++) {
      data[to + channel] = (data[to + channel] ?? 0) + (narrow.data[from] ?? 0);
    }
  }
  return { ...wide, data };
}

/** Max pooling: the largest of each 2 × 2 values. */
export function halved({ height, width, channels, data }: Planes): Planes {
  const made = planesOf(height >> 1, width >> 1, channels);
  const row = width * channels;
  for (let y = 0, to = 0; y < made.height; y++) {
    for (let x = 0; x < made.width; x++) {
      for (let from = 2 * (y * row + x * channels), end = from + channels; from < end; from++, to++) {
        const upper = Math.max(data[from] ?? 0, data[from + channels] ?? 0);
        made.data[to] = Math.max(upper, data[from + row] ?? 0, data[from + row + channels] ?? 0);
      }
    }
  }
  return made;
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
  const [down, across] = [span(height, kernel), span(width, kernel)];
  const made = planesOf(down.count, across.count, channels);
  for (let y = 0, to = 0; y < made.height; y++) {
    for (let x = 0; x < made.width; x++, to += channels) {
      const [top, left] = [y * kernel.stride - down.before, x * kernel.stride - across.before];
      filterPlace(input, top, left, kernel.size, filter, made.data, to);
    }
  }
  return made;
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

export function convolved(input: Planes, kernel: Kernel, filter: Float32Array, bias: Float32Array): Planes {
  const { height, width, channels, data } = input;
  const [down, across] = [span(height, kernel), span(width, kernel)];
  const outputs = bias.length;
  const made = planesOf(down.count, across.count, outputs);
  const isPlace = kernel.size === 1;
  const length = kernel.size ** 2 * channels;
  const patch = isPlace ? data : new Float32Array(length);
  for (let y = 0, to = 0; y < made.height; y++) {
    for (let x = 0; x < made.width; x++, to += outputs) {
      const [top, left] = [y * kernel.stride - down.before, x * kernel.stride - across.before];
      if (!isPlace) gather(input, top, left, kernel.size, patch);
      weigh(patch, isPlace ? (top * width + left) * channels : 0, length, filter, bias, made.data, to);
    }
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

/** Computes four outputs at a time, so that each input value is read only once for all four. */
function weigh(
  values: Float32Array,
  from: number,
  length: number,
  filter: Float32Array,
  bias: Float32Array,
  out: Float32Array,
  to: number,
): void {
  let channel = 0;
  for (; channel + 3 < bias.length; channel += 4) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    const fa = channel * length;
    const fb = fa + length;
    const fc = fb + length;
    const fd = fc + length;
    for (let at = 0; at < length; at++) {
      const value = values[from + at] ?? 0;
      a += value * (filter[fa + at] ?? 0);
      b += value * (filter[fb + at] ?? 0);
      c += value * (filter[fc + at] ?? 0);
      d += value * (filter[fd + at] ?? 0);
    }
    out[to + channel] = a + (bias[channel] ?? 0);
    out[to + channel + 1] = b + (bias[channel + 1] ?? 0);
    out[to + channel + 2] = c + (bias[channel + 2] ?? 0);
    out[to + channel + 3] = d + (bias[channel + 3] ?? 0);
  }
  for (; channel < bias.length; channel++) {
    let total = bias[channel] ?? 0;
    for (let at = 0; at < length; at++) total += (values[from + at] ?? 0) * (filter[channel * length + at] ?? 0);
    out[to + channel] = total;
  }
}

const planesOf = (height: number, width: number, channels: number): Planes => ({
  height,
  width,
  channels,
  data: new Float32Array(height * width * channels),
});

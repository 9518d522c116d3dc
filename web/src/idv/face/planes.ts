/** Values in rows from the top; all channels of a position are adjacent. */
export interface Planes {
  readonly height: number;
  readonly width: number;
  readonly channels: number;
  readonly data: Float32Array;
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

export const planesOf = (height: number, width: number, channels: number): Planes => ({
  height,
  width,
  channels,
  data: new Float32Array(height * width * channels),
});

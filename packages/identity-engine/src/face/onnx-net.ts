export const layouts = ['NCHW', 'NHWC'] as const;
export const colorOrders = ['RGB', 'BGR'] as const;
export const alignments = ['dlib', 'arcface'] as const;

export interface NetInput {
  /** The side of the square, in pixels. */
  readonly size: number;
  readonly layout: (typeof layouts)[number];
  readonly colors: (typeof colorOrders)[number];
  /** Taken from each colour, in their order, before it is multiplied by `scale`. */
  readonly mean: readonly [number, number, number];
  readonly scale: number;
}

/** A net that describes faces, and how a face is put before it. Plain data: it goes to the threads with every job. */
export interface OnnxNet {
  /** An absolute path, or the name of a file that comes with the program: processes may have it in different places. */
  readonly file: string;
  readonly sha256: string;
  readonly input: NetInput;
  readonly alignment: (typeof alignments)[number];
}

export const shapeOf = ({ size, layout }: NetInput): number[] =>
  layout === 'NCHW' ? [1, 3, size, size] : [1, size, size, 3];

/** `chip`: RGB from 0 to 255, colour by colour in each pixel. */
export function inputOf(chip: Float32Array, { layout, colors, mean, scale }: NetInput): Float32Array {
  const input = new Float32Array(chip.length);
  const pixels = chip.length / 3;
  for (let color = 0; color < 3; color++) {
    const from = colors === 'RGB' ? color : 2 - color;
    for (let pixel = 0; pixel < pixels; pixel++) {
      const to = layout === 'NCHW' ? color * pixels + pixel : 3 * pixel + color;
      input[to] = ((chip[3 * pixel + from] ?? 0) - (mean[color] ?? 0)) * scale;
    }
  }
  return input;
}

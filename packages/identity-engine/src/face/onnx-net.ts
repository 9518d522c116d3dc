export const layouts = ['NCHW', 'NHWC'] as const;
export const colorOrders = ['RGB', 'BGR'] as const;
export const alignments = ['dlib', 'arcface'] as const;

export interface NetInput {
  /** The side length of the square input, in pixels. */
  readonly size: number;
  readonly layout: (typeof layouts)[number];
  readonly colors: (typeof colorOrders)[number];
  /**
   * The values that are subtracted from the three colours before multiplying by `scale`, in the net's order of colours.
   */
  readonly mean: readonly [number, number, number];
  readonly scale: number;
}

/**
 * A net that describes faces, and the form of its input. It is plain data, because it is sent to the threads with every
 * job.
 */
export interface OnnxNet {
  /**
   * An absolute path, or the name of a file that is delivered with the program, whose path differs between processes.
   */
  readonly file: string;
  readonly sha256: string;
  readonly input: NetInput;
  readonly alignment: (typeof alignments)[number];
}

export const shapeOf = ({ size, layout }: NetInput): number[] =>
  layout === 'NCHW' ? [1, 3, size, size] : [1, size, size, 3];

/** The net's input for a `chip`, the aligned picture of a face: RGB from 0 to 255, pixel by pixel. */
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

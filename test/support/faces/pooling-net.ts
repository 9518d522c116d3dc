export interface PoolingNet {
  /** The side of the square input in pixels. */
  readonly size?: number;
  /** The side of a tile in pixels. */
  readonly tile?: number;
  readonly inputs?: readonly string[];
}

const FLOAT = 1;
const INTS = 7;

/** An ONNX file, built byte by byte: a net that returns the mean colour of each tile of a picture. */
export function poolingNet({ size = 112, tile = 14, inputs = ['picture'] }: PoolingNet = {}): Buffer {
  const sides = (name: string): Buffer => message([1, name], [20, INTS], [8, tile], [8, tile]);
  const nodes = [
    message([1, 'picture'], [2, 'tiles'], [4, 'AveragePool'], [5, sides('kernel_shape')], [5, sides('strides')]),
    message([1, 'tiles'], [2, 'descriptor'], [4, 'Flatten']),
  ];
  const graph = message(
    ...nodes.map((node) => [1, node] as const),
    [2, 'pooling'],
    ...inputs.map((name) => [11, tensor(name, [1, 3, size, size])] as const),
    [12, tensor('descriptor', [1, 3 * (size / tile) ** 2])],
  );
  return message([1, 8], [7, graph], [8, message([2, 13])]);
}

const tensor = (name: string, shape: readonly number[]): Buffer => {
  const sides = message(...shape.map((side) => [1, message([1, side])] as const));
  return message([1, name], [2, message([1, message([1, FLOAT], [2, sides])])]);
};

type Field = readonly [number: number, value: number | string | Buffer];

/** A Protocol Buffers message: numbers as varints, everything else with its length before it. */
const message = (...fields: readonly Field[]): Buffer =>
  Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [varint(number << 3), varint(value)];
      const bytes = Buffer.from(value);
      return [varint((number << 3) | 2), varint(bytes.length), bytes];
    }),
  );

const varint = (value: number): Buffer =>
  value < 128 ? Buffer.of(value) : Buffer.concat([Buffer.of((value & 127) | 128), varint(value >>> 7)]);

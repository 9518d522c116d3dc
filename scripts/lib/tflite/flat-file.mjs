/** Operators that the converted net uses, by their codes in TFLite's schema. */
const OPERATORS = { 0: 'ADD', 3: 'CONV', 4: 'DEPTHWISE', 18: 'MUL', 19: 'RELU', 22: 'RESHAPE', 41: 'SUB', 101: 'ABS' };

/**
 * Reads the operators and tensors of a TFLite file, which is a flatbuffer. Field positions are from TensorFlow's
 * `schema.fbs`.
 */
export function readFlatFile(content) {
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  const word = (at) => view.getInt32(at, true);
  const target = (at) => at + view.getUint32(at, true);
  const fieldOf = (table, index) => {
    const layout = table - word(table);
    const place = 4 + 2 * index;
    const offset = place < view.getUint16(layout, true) ? view.getUint16(layout + place, true) : 0;
    return offset === 0 ? undefined : table + offset;
  };
  const entries = (table, index) => {
    const field = fieldOf(table, index);
    if (field === undefined) return [];
    const list = target(field);
    return Array.from({ length: word(list) }, (_, i) => list + 4 + 4 * i);
  };
  const numbers = (table, index) => entries(table, index).map(word);
  const tables = (table, index) => entries(table, index).map(target);
  const number = (table, index) => {
    const field = fieldOf(table, index);
    return field === undefined ? 0 : word(field);
  };
  const byte = (table, index) => {
    const field = fieldOf(table, index);
    return field === undefined ? 0 : view.getInt8(field);
  };
  const floats = (buffer) => {
    const field = buffer === undefined ? undefined : fieldOf(buffer, 0);
    if (field === undefined) return undefined;
    const list = target(field);
    return Float32Array.from({ length: word(list) / 4 }, (_, i) => view.getFloat32(list + 4 + 4 * i, true));
  };

  const root = target(0);
  const codes = tables(root, 1).map((code) => Math.max(byte(code, 0), number(code, 3)));
  const [graph] = tables(root, 2);
  const buffers = tables(root, 4);
  const tensors = tables(graph, 0).map((tensor) => ({
    shape: numbers(tensor, 0),
    values: () => floats(buffers[number(tensor, 2)]),
  }));
  const operators = tables(graph, 3).map((operator) => {
    const code = codes[number(operator, 0)];
    const name = OPERATORS[code];
    if (!name) throw new Error(`The net has an operator that is not known here: ${code}`);
    const options = fieldOf(operator, 4);
    const at = options === undefined ? undefined : target(options);
    const strides = at === undefined ? [1, 1] : [number(at, 2), number(at, 1)];
    return { name, inputs: numbers(operator, 1), output: numbers(operator, 2)[0], strides };
  });
  return { tensors, operators, input: numbers(graph, 1)[0], output: numbers(graph, 2)[0] };
}

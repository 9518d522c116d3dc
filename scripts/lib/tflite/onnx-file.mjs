const FLOAT = 1;
const [ATTRIBUTE_INT, ATTRIBUTE_INTS] = [2, 7];
const [IR_VERSION, OPERATORS_VERSION] = [8, 13];

/** Writes a net with one input and one output as an ONNX file. `weights`: `[name, shape, values]`. */
export function onnxFile({ name, nodes, weights, input, output }) {
  const graph = message(
    ...nodes.map((node) => [1, nodeOf(node)]),
    [2, name],
    ...weights.map(([title, shape, values]) => [5, weightsOf(title, shape, values)]),
    [11, valueOf(...input)],
    [12, valueOf(...output)],
  );
  return message([1, IR_VERSION], [7, graph], [8, message([2, OPERATORS_VERSION])]);
}

function nodeOf({ type, inputs, output, numbers = {} }) {
  const attributes = Object.entries(numbers).map(([name, value]) =>
    Array.isArray(value)
      ? message([1, name], ...value.map((one) => [8, one]), [20, ATTRIBUTE_INTS])
      : message([1, name], [3, value], [20, ATTRIBUTE_INT]),
  );
  return message(
    ...inputs.map((one) => [1, one]),
    [2, output],
    [4, type],
    ...attributes.map((attribute) => [5, attribute]),
  );
}

function weightsOf(name, shape, values) {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeFloatLE(value, 4 * i));
  return message(...shape.map((side) => [1, side]), [2, FLOAT], [8, name], [9, bytes]);
}

function valueOf(name, shape) {
  const sides = message(...shape.map((side) => [1, message([1, side])]));
  return message([1, name], [2, message([1, message([1, FLOAT], [2, sides])])]);
}

/** Encodes a protobuf message: numbers as varints, everything else with its length first. */
function message(...fields) {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [varint(number << 3), varint(value)];
      const bytes = Buffer.from(value);
      return [varint((number << 3) | 2), varint(bytes.length), bytes];
    }),
  );
}

const varint = (value) =>
  value < 128 ? Buffer.of(value) : Buffer.concat([Buffer.of((value & 127) | 128), varint(value >>> 7)]);

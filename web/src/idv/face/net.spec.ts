import { Net } from './net.js';

const base64 = ({ buffer }: Int8Array | Float32Array): string => btoa(String.fromCharCode(...new Uint8Array(buffer)));
const planes = (width: number, height: number, channels: number, data: number[]) => ({
  ...{ width, height, channels },
  data: Float32Array.from(data),
});

describe('A net', () => {
  it('weighs what lies below its filter, with nothing beyond the edges', () => {
    const net = new Net({
      operations: [{ kind: 'convolve', from: 0, size: 3, stride: 1, same: true, inputs: 1, outputs: 1 }],
      outputs: [1],
      weights: base64(new Int8Array(9).fill(2)),
      factors: base64(Float32Array.of(0.5, 10)),
    });
    const [sums] = net.run(planes(3, 2, 1, [1, 2, 3, 4, 5, 6]));
    expect([...sums!.data]).toEqual([22, 31, 26, 22, 31, 26]);
  });

  it('gives each output its own weights, also where their number is no multiple of four', () => {
    const outputs = [1, 2, 3, 4, 5];
    const net = new Net({
      operations: [{ kind: 'convolve', from: 0, size: 1, stride: 1, same: false, inputs: 2, outputs: 5 }],
      outputs: [1],
      weights: base64(Int8Array.from(outputs.flatMap((output) => [output, -output]))),
      factors: base64(Float32Array.of(1, 1, 1, 1, 1, ...outputs)),
    });
    const [made] = net.run(planes(3, 1, 2, [2, 1, 5, 1, 9, 2]));
    expect([...made!.data]).toEqual([1, 4, 7].flatMap((value) => outputs.map((output) => output * value + output)));
  });

  it('filters each channel by itself, in the middle and at the edges', () => {
    const ramp = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const net = new Net({
      operations: [{ kind: 'depthwise', from: 0, size: 3, stride: 1, same: true, channels: 2 }],
      outputs: [1],
      weights: base64(Int8Array.of(...ramp, ...ramp.map(() => -1))),
      factors: base64(Float32Array.of(1, 1)),
    });
    const values = ramp.flatMap((value) => [1, value]);
    const [made] = net.run(planes(3, 3, 2, values));
    const channel = (which: number) => [...made!.data].filter((_, at) => at % 2 === which);
    expect(channel(0)).toEqual([28, 39, 24, 33, 45, 27, 16, 21, 12]);
    expect(channel(1)).toEqual([-12, -21, -16, -27, -45, -33, -24, -39, -28]);
  });

  it('begins where TensorFlow does, when it takes every second place', () => {
    const net = new Net({
      operations: [{ kind: 'depthwise', from: 0, size: 3, stride: 2, same: true, channels: 1 }],
      outputs: [1],
      weights: base64(Int8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0)),
      factors: base64(Float32Array.of(1)),
    });
    const [corners] = net.run(planes(4, 4, 1, [...Array(16).keys()]));
    expect([...corners!.data]).toEqual([0, 2, 8, 10]);
  });

  it('adds fewer channels to more, and bends what is below 0', () => {
    const net = new Net({
      operations: [
        { kind: 'pool', from: 0 },
        { kind: 'convolve', from: 1, size: 1, stride: 1, same: false, inputs: 1, outputs: 2, then: 'relu' },
        { kind: 'add', from: 2, other: 1, then: 'prelu', channels: 2 },
      ],
      outputs: [2, 3],
      weights: base64(Int8Array.of(-1, 1)),
      factors: base64(Float32Array.of(1, 1, 0, 0, 0.5, 0.25)),
    });
    const [first, second] = net.run(planes(2, 2, 1, [-8, -4, -6, -5]));
    expect([...first!.data].map(Math.abs)).toEqual([4, 0]);
    expect([...second!.data].map(Math.abs)).toEqual([0, 0]);
    expect([...net.run(planes(2, 2, 1, [1, 2, 3, 4]))[1]!.data]).toEqual([4, 4]);
  });
});

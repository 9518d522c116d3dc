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

import { CHARACTERS, GlyphNet } from '../../../dist/packages/identity-engine/src/training.js';

const BYTES = 4;
const [MOMENTUM, SCALE] = [0.9, 0.999];
const DECAY = 2e-5;

/** The glyph net with what training needs: gradients by back-propagation, and the optimizer Adam. */
export class TrainableNet extends GlyphNet {
  #steps = 0;

  constructor(batch, draws) {
    super(batch, bytesToLearn(batch));
    this.learning = this.layers.map((layer) => this.#learning(layer));
    for (const { weights, inputs, rowLength, outputs } of this.layers) {
      for (let n = 0; n < outputs; n++) {
        for (let k = 0; k < inputs; k++) weights[n * rowLength + k] = draws.normal() * Math.sqrt(2 / inputs);
      }
    }
  }

  /** Trains one step with a full batch of patches in `input`, whose correct classes are `answers`. Returns the loss. */
  learn(answers, rate) {
    const probabilities = this.classify(this.batch);
    const loss = answers.reduce(
      (sum, answer, i) => sum - Math.log(probabilities[i * CHARACTERS.length + answer] + 1e-9),
      0,
    );
    this.#propagateBack(answers, probabilities);
    this.#steps++;
    this.layers.forEach((layer, i) => {
      const { gradient, biasGradient, moments, biasMoments } = this.learning[i];
      this.#adjust(layer.weights, gradient, moments, rate, DECAY);
      this.#adjust(layer.bias, biasGradient, biasMoments, rate, 0);
    });
    return loss / this.batch;
  }

  /** The weights in the file format that the reader of machine readable zones loads. */
  save() {
    const values = this.layers.flatMap(({ weights, bias, inputs, rowLength, outputs }) => [
      ...Array.from({ length: outputs }, (_, n) => weights.subarray(n * rowLength, n * rowLength + inputs)),
      bias,
    ]);
    return Buffer.concat(values.map((part) => Buffer.from(Float32Array.from(part).buffer)));
  }

  #learning({ outputs, rowLength, positions }) {
    const rows = this.batch * positions;
    const moments = (length) => [new Float32Array(length), new Float32Array(length)];
    return {
      delta: this.take(rows * outputs),
      deltaAcross: this.take(rows * outputs),
      columnsAcross: this.take(rows * rowLength),
      weightsAcross: this.take(outputs * rowLength),
      columnDelta: this.take(rows * rowLength),
      gradient: this.take(outputs * rowLength),
      biasGradient: new Float32Array(outputs),
      moments: moments(outputs * rowLength),
      biasMoments: moments(outputs),
    };
  }

  #propagateBack(answers, probabilities) {
    const last = this.layers.length - 1;
    const { delta } = this.learning[last];
    const { outputs } = this.layers[last];
    delta.fill(0);
    answers.forEach((answer, i) => {
      for (let k = 0; k < CHARACTERS.length; k++) {
        delta[i * outputs + k] = probabilities[i * CHARACTERS.length + k] - (k === answer ? 1 : 0);
      }
    });
    for (let at = last; at >= 0; at--) {
      this.#gradientsOf(at, at !== last);
      if (at > 0) this.#passOn(at);
    }
  }

  #gradientsOf(at, rectified) {
    const { result, outputs, rowLength, positions } = this.layers[at];
    const { delta, deltaAcross, columnsAcross, gradient, biasGradient } = this.learning[at];
    const rows = this.batch * positions;
    const columns = this.#inputOf(at);
    if (rectified) for (let i = 0; i < rows * outputs; i++) if (result[i] === 0) delta[i] = 0;
    biasGradient.fill(0);
    for (let row = 0; row < rows; row++) {
      for (let n = 0; n < outputs; n++) {
        const value = delta[row * outputs + n];
        deltaAcross[n * rows + row] = value;
        biasGradient[n] += value;
      }
      for (let k = 0; k < rowLength; k++) columnsAcross[k * rows + row] = columns[row * rowLength + k];
    }
    this.multiply(deltaAcross.byteOffset, columnsAcross.byteOffset, gradient.byteOffset, outputs, rowLength, rows);
  }

  #passOn(at) {
    const layer = this.layers[at];
    const { weights, outputs, rowLength, positions, sources } = layer;
    const { delta, weightsAcross, columnDelta } = this.learning[at];
    const before = this.learning[at - 1].delta;
    const rows = this.batch * positions;
    for (let n = 0; n < outputs; n++) {
      for (let k = 0; k < rowLength; k++) weightsAcross[k * outputs + n] = weights[n * rowLength + k];
    }
    const to = layer.kernel > 1 ? columnDelta : before;
    this.multiply(delta.byteOffset, weightsAcross.byteOffset, to.byteOffset, rows, rowLength, outputs);
    if (layer.kernel === 1) return;
    before.fill(0);
    const size = layer.height * layer.width * layer.channels;
    for (let patch = 0, from = 0; patch < this.batch; patch++) {
      for (let i = 0; i < sources.length; i++, from++) {
        if (sources[i] >= 0) before[patch * size + sources[i]] += columnDelta[from];
      }
    }
  }

  #inputOf(at) {
    const { kernel, columns } = this.layers[at];
    if (kernel > 1) return columns;
    return this.layers[at - 1].result;
  }

  /** Adjusts the values by their gradient, as Adam does (Kingma and Ba, 2015). */
  #adjust(values, gradient, [first, second], rate, decay) {
    const [firstShare, secondShare] = [1 - MOMENTUM ** this.#steps, 1 - SCALE ** this.#steps];
    for (let i = 0; i < values.length; i++) {
      const slope = gradient[i] / this.batch + decay * values[i];
      first[i] = MOMENTUM * first[i] + (1 - MOMENTUM) * slope;
      second[i] = SCALE * second[i] + (1 - SCALE) * slope * slope;
      values[i] -= (rate * (first[i] / firstShare)) / (Math.sqrt(second[i] / secondShare) + 1e-8);
    }
  }
}

function bytesToLearn(batch) {
  const floats = new GlyphNet(4).layers.map(({ outputs, rowLength, positions }) => {
    const rows = batch * positions;
    return 2 * rows * outputs + 2 * rows * rowLength + 2 * outputs * rowLength + 64;
  });
  return BYTES * floats.reduce((sum, count) => sum + count, 0);
}

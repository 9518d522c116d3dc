import {
  CHARACTERS,
  PATCH_HEIGHT,
  PATCH_SIZE,
  PATCH_WIDTH,
} from '../../../dist/packages/identity-engine/src/training.js';
import { TrainableNet } from './trainable-net.mjs';

const BATCH = 64;
const [HIGHEST_RATE, LOWEST_RATE, WARM_UP] = [2e-3, 2e-5, 200];
/** How many samples are used only to test the net, relative to those for training. */
const TRIED_SHARE = 0.05;

/** Trains a net in `epochs` passes over `each` samples of every character. Returns its weights. */
export function trained({ samples, draws, each, epochs, tell }) {
  const count = each * CHARACTERS.length;
  const patches = new Float32Array(count * PATCH_SIZE);
  for (let i = 0; i < count; i++) patches.set(samples.of(i % CHARACTERS.length), i * PATCH_SIZE);
  const tried = Array.from({ length: Math.ceil(each * TRIED_SHARE) * CHARACTERS.length }, (_, i) =>
    samples.of(i % CHARACTERS.length),
  );
  tell(`${count} samples drawn`);
  const net = new TrainableNet(BATCH, draws);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const steps = epochs * Math.floor(count / BATCH);
  for (let epoch = 0, step = 0; epoch < epochs; epoch++) {
    shuffle(order, draws);
    let loss = 0;
    for (let from = 0; from + BATCH <= count; from += BATCH, step++) {
      const some = order.subarray(from, from + BATCH);
      some.forEach((index, i) => varied(patches, index * PATCH_SIZE, net.input, i * PATCH_SIZE, draws));
      const answers = Array.from(some, (index) => index % CHARACTERS.length);
      loss += (net.learn(answers, rateAt(step, steps)) * BATCH) / count;
    }
    tell(
      `epoch ${epoch + 1} of ${epochs}: loss ${loss.toFixed(4)}, ${(100 * shareRight(net, tried)).toFixed(2)} % of others right`,
    );
  }
  return net.save();
}

/** The learning rate at a step: it rises briefly, and then falls like half a cosine wave. */
const rateAt = (step, steps) =>
  LOWEST_RATE + HIGHEST_RATE * 0.5 * (1 + Math.cos((Math.PI * step) / steps)) * Math.min(1, (step + 1) / WARM_UP);

function shuffle(order, draws) {
  for (let i = order.length - 1; i > 0; i--) {
    const j = draws.between(0, i);
    [order[i], order[j]] = [order[j], order[i]];
  }
}

/**
 * Copies a sample with random changes, so that the net never sees the same one twice: shifted by up to a pixel, lighter
 * or darker, and with noise.
 */
function varied(patches, from, to, at, draws) {
  const [dx, dy] = [draws.between(-1, 1), draws.between(-1, 1)];
  const [noise, gain] = [draws.within(0, 0.06), draws.within(0.92, 1.08)];
  for (let y = 0; y < PATCH_HEIGHT; y++) {
    const row = Math.min(PATCH_HEIGHT - 1, Math.max(0, y + dy)) * PATCH_WIDTH;
    for (let x = 0; x < PATCH_WIDTH; x++) {
      const source = patches[from + row + Math.min(PATCH_WIDTH - 1, Math.max(0, x + dx))];
      to[at + y * PATCH_WIDTH + x] = gain * source + noise * (draws.next() + draws.next() - 1);
    }
  }
}

function shareRight(net, tried) {
  let right = 0;
  for (let from = 0; from < tried.length; from += BATCH) {
    const some = tried.slice(from, from + BATCH);
    some.forEach((patch, i) => net.input.set(patch, i * PATCH_SIZE));
    const rows = net.classify(some.length);
    some.forEach((_, i) => {
      const row = Array.from(rows.subarray(i * CHARACTERS.length, (i + 1) * CHARACTERS.length));
      if (row.indexOf(Math.max(...row)) === (from + i) % CHARACTERS.length) right++;
    });
  }
  return right / tried.length;
}

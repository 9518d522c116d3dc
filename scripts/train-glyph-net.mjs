/**
 * Trains the net that reads machine-readable zones. The script draws and distorts the glyphs for the training, so it
 * needs no pictures. The same seed gives the same weights on the same version of Node. The default options give the
 * weights that the program contains, in about ten minutes on one processor.
 * Run: npm run train-glyph-net -- --out FILE [--samples 4200] [--epochs 7] [--seed 1]
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildIfStale } from './lib/build.mjs';
import { complain } from './lib/complain.mjs';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    samples: { type: 'string', default: '4200' },
    epochs: { type: 'string', default: '7' },
    seed: { type: 'string', default: '1' },
  },
});
if (!values.out) complain('--out is missing: the file for the weights.');
const [each, epochs, seed] = [values.samples, values.epochs, values.seed].map(Number);
if (!(each >= 2 && epochs >= 1 && Number.isInteger(each * epochs * seed)))
  complain('Samples, epochs and seed are numbers.');

await buildIfStale();
const { Draws } = await import('../packages/identity-engine/training/draws.mjs');
const { Samples } = await import('../packages/identity-engine/training/samples.mjs');
const { trained } = await import('../packages/identity-engine/training/training.mjs');

const draws = new Draws(seed);
const weights = trained({
  samples: await Samples.with(draws),
  draws,
  each,
  epochs,
  tell: (line) => console.error(line),
});
writeFileSync(values.out, weights);
console.log(`${values.out}: ${weights.length} bytes, SHA-256 ${createHash('sha256').update(weights).digest('hex')}`);

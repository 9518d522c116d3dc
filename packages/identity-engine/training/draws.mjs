import { Random } from '../../../dist/packages/identity-engine/src/training.js';

/** Random numbers for drawing the training samples. The same seed gives the same samples. */
export class Draws extends Random {
  within(low, high) {
    return low + (high - low) * this.next();
  }

  happens(share) {
    return this.next() < share;
  }

  normal() {
    return Math.sqrt(-2 * Math.log(this.next() + 1e-9)) * Math.cos(2 * Math.PI * this.next());
  }
}

import type { Hint } from './hints.js';

/**
 * The picture is taken after this many good frames in a row, if at least this time has passed since the first of them.
 */
const GOOD_LOOKS = 5;
const GOOD_MS = 700;

/** Decides when the camera takes a picture by itself: when all frames have been good for a while. */
export class AutoCapture {
  #looks = 0;
  #since = 0;

  /** Counts a frame. Returns true once, when the picture is to be taken. */
  note(hint: Hint, now: number): boolean {
    if (hint !== 'good') {
      this.#looks = 0;
      return false;
    }
    if (this.#looks === 0) this.#since = now;
    this.#looks++;
    if (this.#looks < GOOD_LOOKS || now - this.#since < GOOD_MS) return false;
    this.#looks = 0;
    return true;
  }
}

/** A hint is shown only after it has been the same for this long, so that hints do not flicker. */
const SETTLED_MS = 350;
/** The shortest time between two spoken hints. */
const SPOKEN_MS = 2_500;

/** Chooses which of the many hints per second are shown and spoken. */
export class HintPace {
  #candidate: Hint | undefined;
  #since = 0;
  #shown: Hint | undefined;
  #spoken: Hint | undefined;
  #spokenAt = -Infinity;

  note(hint: Hint, now: number): { show?: Hint; speak?: Hint } {
    if (hint !== this.#candidate) [this.#candidate, this.#since] = [hint, now];
    const settled = now - this.#since >= SETTLED_MS ? hint : this.#shown;
    const isNew = settled !== this.#shown;
    this.#shown = settled;
    const speak = settled !== undefined && settled !== this.#spoken && now - this.#spokenAt >= SPOKEN_MS;
    if (speak) [this.#spoken, this.#spokenAt] = [settled, now];
    return { ...(isNew && settled && { show: settled }), ...(speak && { speak: settled }) };
  }
}

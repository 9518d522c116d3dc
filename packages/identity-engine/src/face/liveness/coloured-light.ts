import { randomInt } from 'node:crypto';
import { type LightColour, lightColours } from '../light-colour.js';

/**
 * How many colours are shown, each for one frame. Each lasts for nearly a second, because more than three flashes in a
 * second can cause seizures (WCAG 2.3.1).
 */
export const COLOURS_SHOWN = 6;
const FEWEST_DIFFERENT = 4;

/** Draws colours in a random order that no recording can predict, with no colour twice in a row. */
export function drawColours(draw: (below: number) => number = randomInt): LightColour[] {
  for (;;) {
    const colours: LightColour[] = [];
    while (colours.length < COLOURS_SHOWN) {
      const left = lightColours.filter((colour) => colour !== colours.at(-1));
      colours.push(...left.slice(draw(left.length)).slice(0, 1));
    }
    if (new Set(colours).size >= FEWEST_DIFFERENT) return colours;
  }
}

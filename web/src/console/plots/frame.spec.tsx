/** @jest-environment jsdom */
import { roundUp } from './frame.js';

it.each([
  [1, 2],
  [3, 4],
  [7, 8],
  [14, 16],
  [21, 30],
  [150, 160],
])('A scale up to %s ends at %s, and is whole in the middle too', (value, end) => {
  expect(roundUp(value)).toBe(end);
  expect(Number.isInteger(roundUp(value) / 2)).toBe(true);
});

/** @jest-environment jsdom */
import { lasting } from './format.js';

it.each([
  [59.4, '59 s'],
  [0, '0 s'],
  [59.6, '1 min'],
  [65, '1 min 5 s'],
  [119.7, '2 min'],
  [3_599.6, '1 h'],
  [7_169, '1 h 59 min'],
  [7_190, '2 h'],
])('A duration of %s seconds is shown as %s', (seconds, shown) => {
  expect(lasting(seconds)).toBe(shown);
});

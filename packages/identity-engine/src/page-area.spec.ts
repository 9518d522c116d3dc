import { isWithin, pageAboveLine, type Point } from './page-area.js';

const PICTURE = { width: 1_600, height: 900 };
const WIDTH = 600;

/** A zone in this direction, and a function that returns points relative to its start. */
function zoneAt(degrees: number) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const at = (right: number, above: number): Point => [
    (700 + right * WIDTH * cos + above * WIDTH * sin) / PICTURE.width,
    (500 + right * WIDTH * sin - above * WIDTH * cos) / PICTURE.height,
  ];
  return { at, area: pageAboveLine(at(0, 0), at(1, 0), PICTURE) };
}

describe.each([0, 20, 90, 180, -135])('the page above a zone that lies at %d°', (degrees) => {
  const { at, area } = zoneAt(degrees);

  it.each([
    [0.1, 0.4],
    [0.9, 0.7],
    [-0.1, 0.01],
    [1.1, 0.79],
  ])('has what is %d of its width to the right and %d above', (right, above) => {
    expect(isWithin(at(right, above), area)).toBe(true);
  });

  it.each([
    [1.3, 0.4],
    [-0.2, 0.4],
    [0.5, -0.1],
    [0.5, 0.9],
  ])('has not what is %d of its width to the right and %d above', (right, above) => {
    expect(isWithin(at(right, above), area)).toBe(false);
  });
});

it('a zone without a width has no page', () => {
  expect(isWithin([0.5, 0.5], pageAboveLine([0.5, 0.5], [0.5, 0.5], PICTURE))).toBe(false);
});

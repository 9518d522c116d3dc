import type { GreyPicture, RgbPicture } from '../mrz/grey-picture.js';
import { pageAboveLine, type Point } from '../page-area.js';
import { pageAbove } from './upright-page.js';

const COLUMNS = 44;
const PITCH = 20;
const [WIDTH, HEIGHT] = [1_200, 900];

const ZONE = COLUMNS * PITCH;
const PAPER = 221;

/** A rotated sheet with a zone, and a mark of 100 by 20 pixels that begins 220 pixels above the zone. */
function photographed(degrees: number, paperAt: (x: number) => number = () => PAPER) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const isInk = (right: number, down: number): boolean => {
    const isZone = right >= 0 && right < ZONE && down >= -8 && down < 112;
    return isZone || (right >= ZONE / 2 && right < ZONE / 2 + 100 && down >= -220 && down < -200);
  };
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let x = 0; x < WIDTH; x++) {
    const paper = paperAt(x);
    for (let y = 0, at = x * 3; y < HEIGHT; y++, at += WIDTH * 3) {
      const dx = x - WIDTH / 2;
      const dy = y - HEIGHT / 2;
      const ink = isInk(dx * cos + dy * sin + ZONE / 2, dy * cos - dx * sin - 200);
      pixels[at] = pixels[at + 1] = pixels[at + 2] = ink ? 0 : paper;
    }
  }
  const picture: RgbPicture = { pixels, width: WIDTH, height: HEIGHT };
  const placeOf = (right: number): Point => {
    const [dx, dy] = [right - ZONE / 2, 200];
    return [(WIDTH / 2 + dx * cos - dy * sin) / WIDTH, (HEIGHT / 2 + dx * sin + dy * cos) / HEIGHT];
  };
  return { picture, corners: [placeOf(0), placeOf(ZONE)] };
}

const pageOf = ([start = [0, 0], end = [1, 0]]: readonly Point[]) =>
  pageAboveLine(start, end, { width: WIDTH, height: HEIGHT });

function darkBoxIn({ pixels, width, height }: GreyPicture) {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let i = 0; i < pixels.length; i++) {
    if ((pixels[i] ?? 0) >= 60) continue;
    const x = i % width;
    const y = (i - x) / width;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

describe('the page above a zone', () => {
  it.each([0, 3, -20, 90, 180])('is upright, and 240 pixels an inch, where the document lies at %d°', async (angle) => {
    const { picture, corners } = photographed(angle);
    const page = await pageAbove(picture, pageOf(corners), PITCH);
    const { width, height } = darkBoxIn(page);
    expect(width).toBeGreaterThan(114);
    expect(width).toBeLessThan(126);
    expect(height).toBeGreaterThan(18);
    expect(height).toBeLessThan(30);
  });

  it('ends before the zone', async () => {
    const { picture, corners } = photographed(0);
    const page = await pageAbove(picture, pageOf(corners), PITCH);
    const { top, height } = darkBoxIn(page);
    expect(top + height).toBeLessThan(page.height - 100);
  });

  it('has paper of one brightness, though half of it lies in a shadow', async () => {
    const { picture, corners } = photographed(0, (x) => (x < 500 ? 139 : 232));
    const { pixels, width } = await pageAbove(picture, pageOf(corners), PITCH);
    const row = pixels.subarray(width * 40, width * 41);
    const [inShadow, inLight] = [row[100] ?? 0, row[width - 100] ?? 0];
    expect(Math.abs(inShadow - inLight)).toBeLessThan(6);
  });

  it.each([
    ['outside of the picture', [[3, 3] as const, [5, 3] as const], PITCH],
    ['with columns that are hardly apart', [[0, 0.9] as const, [1, 0.9] as const], 0.01],
    ['at the edge, with columns hardly apart', [[0.999, 0.9] as const, [2, 0.9] as const], 0.01],
    ['in one point', [[0.5, 0.5] as const, [0.5, 0.5] as const], PITCH],
  ])('is not larger than a page, and not empty, for a zone %s', async (_, corners, pitch) => {
    const { picture } = photographed(0);
    const { width, height } = await pageAbove(picture, pageOf(corners), pitch);
    expect(width).toBeGreaterThanOrEqual(1);
    expect(Math.max(width, height)).toBeLessThanOrEqual(1_800);
  });
});

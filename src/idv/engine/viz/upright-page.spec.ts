import sharp from 'sharp';
import type { RgbPicture } from '../mrz/grey-picture.js';
import { pageAbove } from './upright-page.js';

type Point = readonly [number, number];
const COLUMNS = 44;
const PITCH = 20;
const [WIDTH, HEIGHT] = [1_200, 900];

/** A sheet with a mark where text may stand, and the corners of a zone that lies in a direction. */
async function photographed(angle: number, sheet = '<rect width="100%" height="100%" fill="#ddd"/>') {
  const zone = COLUMNS * PITCH;
  const turn = `translate(600 450) rotate(${angle}) translate(${-zone / 2} 200)`;
  const mark = `<rect x="${zone / 2}" y="-220" width="100" height="20"/>`;
  const text = `<rect y="-8" width="${zone}" height="120" fill="#000"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${sheet}<g transform="${turn}">${mark}${text}</g></svg>`;
  const pixels = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
  const picture: RgbPicture = { pixels, width: WIDTH, height: HEIGHT };
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const at = (x: number, y: number): Point => {
    const [dx, dy] = [x - zone / 2, y + 200];
    return [(600 + dx * cos - dy * sin) / WIDTH, (450 + dx * sin + dy * cos) / HEIGHT];
  };
  return { picture, corners: [at(0, 0), at(zone, 0), at(zone, 100), at(0, 100)] };
}

async function rawOf(page: Buffer) {
  const { data, info } = await sharp(page).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

async function darkBoxIn(page: Buffer) {
  const { pixels, width } = await rawOf(page);
  const dark = Array.from(pixels.keys()).filter((i) => (pixels[i] ?? 0) < 60);
  const [xs, ys] = [dark.map((i) => i % width), dark.map((i) => Math.floor(i / width))];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + 1 };
}

describe('the page above a zone', () => {
  it.each([0, 3, -20, 90, 180])('is upright, and 240 pixels an inch, where the document lies at %d°', async (angle) => {
    const { picture, corners } = await photographed(angle);
    const page = await pageAbove(picture, corners, PITCH);
    const { width, height } = await darkBoxIn(page);
    expect(width).toBeGreaterThan(114);
    expect(width).toBeLessThan(126);
    expect(height).toBeGreaterThan(18);
    expect(height).toBeLessThan(30);
  });

  it('ends before the zone', async () => {
    const { picture, corners } = await photographed(0);
    const { top, height } = await darkBoxIn(await pageAbove(picture, corners, PITCH));
    const page = await rawOf(await pageAbove(picture, corners, PITCH));
    expect(top + height).toBeLessThan(page.height - 100);
  });

  it('has paper of one brightness, though half of it lies in a shadow', async () => {
    const shade =
      '<rect width="100%" height="100%" fill="#e8e8e8"/><rect width="500" height="100%" fill="#000" opacity=".4"/>';
    const { picture, corners } = await photographed(0, shade);
    const { pixels, width } = await rawOf(await pageAbove(picture, corners, PITCH));
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
    const { picture } = await photographed(0);
    const { width, height } = await rawOf(await pageAbove(picture, corners, pitch));
    expect(width).toBeGreaterThanOrEqual(1);
    expect(Math.max(width, height)).toBeLessThanOrEqual(1_800);
  });
});

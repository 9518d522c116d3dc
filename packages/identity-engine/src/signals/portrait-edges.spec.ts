import sharp, { type Sharp } from 'sharp';
import { portraitEdges } from './portrait-edges.js';

const [WIDTH, HEIGHT] = [900, 620];
const FACE = { left: 140, top: 200, width: 120, height: 150 };
/** The area of the photograph, with the margin around the face. */
const PHOTO = { left: 90, top: 130, width: 220, height: 290 };

const filled = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** A page with text-like strokes and, optionally, a photograph. */
async function printed(photo?: string): Promise<Sharp> {
  const stroke = await filled(4, 26, '#202020');
  const strokes = Array.from({ length: 160 }, (_, at) => ({
    input: stroke,
    left: 400 + (at % 20) * 20 + ((at * 7) % 5),
    top: 120 + Math.floor(at / 20) * 48,
  }));
  const portrait = photo === undefined ? [] : [{ ...{ left: PHOTO.left, top: PHOTO.top }, input: await filled(PHOTO.width, PHOTO.height, photo) }]; // oxfmt-ignore
  return sharp(await filled(WIDTH, HEIGHT, '#d8dce0')).composite([...strokes, ...portrait]);
}

const taken = async (page: Sharp, turned = 0): Promise<Buffer> =>
  sharp(await page.png().toBuffer())
    .rotate(turned, { background: '#555' })
    .blur(1.1)
    .jpeg({ quality: 92 })
    .toBuffer();

const pasted = async (page: Buffer): Promise<Buffer> =>
  sharp(page)
    .composite([{ ...{ left: PHOTO.left, top: PHOTO.top }, input: await filled(PHOTO.width, PHOTO.height, '#4a5a52') }])
    .jpeg({ quality: 92 })
    .toBuffer();

describe('The edges around a face', () => {
  it('are as sharp as the print where a camera took both', async () => {
    expect(await portraitEdges(await taken(await printed('#8a9aa8')), FACE)).toBeLessThan(0.2);
    expect(await portraitEdges(await taken(await printed('#8a9aa8'), 2), FACE)).toBeLessThan(0.2);
    expect(await portraitEdges(await taken(await printed()), FACE)).toBeLessThan(0.2);
  });

  it('are sharper where a program has put a picture there', async () => {
    expect(await portraitEdges(await pasted(await taken(await printed())), FACE)).toBeGreaterThan(0.4);
    expect(await portraitEdges(await pasted(await taken(await printed('#8a9aa8'), 2)), FACE)).toBeGreaterThan(0.4);
  });

  it('are none on a page that was not photographed at all: its print is as sharp', async () => {
    expect(await portraitEdges(await (await printed('#8a9aa8')).jpeg({ quality: 92 }).toBuffer(), FACE)).toBeLessThan(
      0.2,
    );
  });

  it('are none where the face fills the picture', async () => {
    const whole = { left: 0, top: 0, width: WIDTH, height: HEIGHT };
    expect(await portraitEdges(await taken(await printed()), whole)).toBe(0);
  });
});

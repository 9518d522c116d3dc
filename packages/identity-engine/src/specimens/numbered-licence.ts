import sharp from 'sharp';
import { lettered } from './lettering.js';

const [WIDTH, HEIGHT] = [1_400, 883];

export interface NumberedLicenceDrawing {
  readonly title: string;
  /** The printed rows with their field numbers, from top to bottom. */
  readonly rows: readonly string[];
  readonly portrait?: Buffer;
}

/** Draws the front of a fictitious European driving licence, as PNG. */
export async function drawNumberedLicence({ title, rows, portrait }: NumberedLicenceDrawing): Promise<Buffer> {
  const waves = Array.from({ length: 60 }, (_, i) => {
    const y = i * 15;
    return `<path d="M0 ${y} C 400 ${y - 40}, 900 ${y + 50}, ${WIDTH} ${y}" stroke="#c98fa0" stroke-opacity=".4" fill="none" stroke-width="2"/>`;
  });
  const texts = rows.map((row, i) => lettered(row, { x: 500, y: 250 + i * 75, size: 42, colour: '#16181d' }));
  const heading = lettered(title, { x: 330, y: 110, size: 60, colour: '#3c4f8a' });
  const mark = lettered('SPECIMEN', { x: 60, y: 830, size: 46, colour: '#7d2f2f' });
  const face = '<rect x="60" y="220" width="360" height="460" fill="#d6d6d6"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#f6e6ec"/>${waves.join('')}${heading}${face}${texts.join('')}${mark}</svg>`;
  const page = sharp(Buffer.from(svg)).removeAlpha();
  if (!portrait) return page.png().toBuffer();
  const picture = await sharp(portrait).resize(360, 460, { fit: 'cover' }).png().toBuffer();
  return page
    .composite([{ input: picture, left: 60, top: 220 }])
    .png()
    .toBuffer();
}

import glyphs from './glyphs.json' with { type: 'json' };

/**
 * The outlines of glyphs: specimens look the same everywhere, whatever fonts are installed. OCR-B is by Norbert Schwarz
 * and Matthew Skala (Debian's fonts-ocr-b 0.3), free to use, change and distribute; DejaVu Sans is also free (Bitstream
 * Vera licence). A glyph is its width in thousandths of the font size, and an SVG path on the baseline.
 */
export type FontName = 'ocrB' | 'ocrBSquare' | 'sans';
type Glyph = readonly [width: number, path: string];

const FONTS = glyphs as unknown as Readonly<Record<FontName, Readonly<Record<string, Glyph>>>>;

export interface Lettering {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour?: string;
}

/** A text as SVG. Characters without a glyph are omitted. */
export function lettered(text: string, { x, y, size, colour = '#1b2a41' }: Lettering): string {
  let at = 0;
  const paths = Array.from(text).map((character) => {
    const [width, path] = FONTS.sans[character] ?? [300, ''];
    at += width;
    return path && `<path transform="translate(${at - width})" d="${path}"/>`;
  });
  return `<g transform="translate(${x} ${y}) scale(${size / 1000})" fill="${colour}">${paths.join('')}</g>`;
}

/** The font size in pitches. The advance width of OCR-B is 0.723 em. */
const OCR_B_SIZE = 1.385;
const OCR_B_WIDTH = 723;

/** Text in OCR-B with a fixed pitch, each glyph centred in its column. */
export function inColumns(text: string, x: number, y: number, pitch: number, font: FontName = 'ocrB'): string {
  const scale = (pitch * OCR_B_SIZE) / 1000;
  return Array.from(text)
    .map((character, i) => {
      const [width = OCR_B_WIDTH, path = ''] = FONTS[font][character] ?? [];
      const left = x + (i + 0.5) * pitch - (width * scale) / 2;
      return `<path transform="translate(${left.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)})" d="${path}"/>`;
    })
    .join('');
}

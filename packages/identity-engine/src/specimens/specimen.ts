import sharp from 'sharp';
import type { Format } from '../mrz/layouts.js';
import { inColumns, lettered, type FontName } from './lettering.js';
import type { SpecimenData } from './specimen-data.js';
import { LABELS, type Look, PAPERS, veil, watermark } from './look.js';
import { zoneOf } from './zone.js';

export interface Drawing {
  /** Width of the document, in pixels. */
  readonly width?: number;
  readonly portrait?: Buffer;
  /** Printed text that differs from the data, to simulate an altered document. */
  readonly visible?: Partial<SpecimenData>;
  /** Lines of the machine readable zone, if they shall differ from those computed from the data. */
  readonly zone?: readonly string[];
  readonly font?: FontName;
  readonly side?: 'front' | 'back';
  readonly look?: Look;
}

/**
 * Width and height in millimetres, and the distance of the last line of the machine readable zone from the lower edge.
 */
const SIZES: Readonly<Record<Format, readonly [number, number, number]>> = {
  TD1: [85.6, 54, 5],
  TD2: [105, 74, 7.5],
  TD3: [125, 88, 7.5],
  'MRV-A': [120, 80, 7.5],
  'MRV-B': [105, 74, 7.5],
  'FRA-ID': [105, 74, 7.5],
};
const PITCH_MM = 2.54;
const LINE_MM = 6.35;

/** Draws a fictitious document, marked SPECIMEN, as PNG. The format TD1 has its machine readable zone on the back. */
export async function drawSpecimen(data: SpecimenData, drawing: Drawing = {}): Promise<Buffer> {
  const { width = 1_250, side = data.format === 'TD1' ? 'back' : 'front', look = {} } = drawing;
  const [widthMm, heightMm] = SIZES[data.format];
  const mm = width / widthMm;
  const height = Math.round(heightMm * mm);
  const parts = [background(width, height, mm, look)];
  if (side === 'front' || data.format !== 'TD1') parts.push(face({ ...data, ...drawing.visible }, mm, look));
  if (look.watermark) parts.push(watermark(width, height, data.issuer));
  if (side === 'back' || data.format !== 'TD1') parts.push(zone(data, drawing, width, height, mm));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`;
  const page = sharp(Buffer.from(svg)).removeAlpha();
  if (!drawing.portrait || side === 'back') return page.png().toBuffer();
  const [w, h] = [Math.round(PORTRAIT.w * mm), Math.round(PORTRAIT.h * mm)];
  const portrait = await sharp(drawing.portrait).resize(w, h, { fit: 'cover' }).png().toBuffer();
  const at = { left: Math.round(PORTRAIT.x * mm), top: Math.round(PORTRAIT.y * mm) };
  const layers = [{ input: portrait, ...at }, ...(look.veiled ? [{ input: veil(w, h, mm), ...at }] : [])];
  return page.composite(layers).png().toBuffer();
}

/** Distance between day, month and year of a date that is printed in pieces. */
const PIECE_MM = 14;
const PORTRAIT = { x: 5, y: 10, w: 24, h: 31 };

function background(width: number, height: number, mm: number, { paper = 'printed' }: Look): string {
  if (paper !== 'printed') return `<rect width="100%" height="100%" fill="${PAPERS[paper]}"/>`;
  const waves = Array.from({ length: 60 }, (_, i) => {
    const y = (i * height) / 58;
    const curve = `${width * 0.3} ${y - 3 * mm}, ${width * 0.6} ${y + 4 * mm}, ${width} ${y - mm}`;
    return `<path d="M0 ${y} C ${curve}" stroke="#7aa7c7" stroke-opacity=".35" fill="none" stroke-width="${mm * 0.15}"/>`;
  });
  return `<rect width="100%" height="100%" fill="${PAPERS.printed}"/>${waves.join('')}`;
}

function face(data: SpecimenData, mm: number, look: Look): string {
  const colour = look.faint ? '#8d99a6' : '#1b2a41';
  const fields = LABELS.map(([label, valueOf], i) => {
    const [x, y] = [34 * mm, (13 + i * 7) * mm];
    const pieces = valueOf(data, look);
    const value = pieces.map((piece, at) => {
      const left = x + at * PIECE_MM * mm;
      return lettered(piece, { x: left, y: y + 3.4 * mm, size: 3.1 * mm, colour });
    });
    return lettered(label, { x, y, size: 1.7 * mm, colour: '#54708c' }) + value.join('');
  });
  const title = lettered(`${data.issuer} SPECIMEN`, { x: 34 * mm, y: 7 * mm, size: 3.4 * mm, colour: '#7d2f2f' });
  const { x, y, w, h } = PORTRAIT;
  const box = `<rect x="${x * mm}" y="${y * mm}" width="${w * mm}" height="${h * mm}" fill="#d6d6d6"/>`;
  return title + box + fields.join('');
}

function zone(data: SpecimenData, drawing: Drawing, width: number, height: number, mm: number): string {
  const lines = drawing.zone ?? zoneOf(data);
  const pitch = PITCH_MM * mm;
  const left = (width - (lines[0]?.length ?? 0) * pitch) / 2;
  const top = height - (lines.length - 1) * LINE_MM * mm - SIZES[data.format][2] * mm;
  const rows = lines.map((line, i) => inColumns(line, left, top + i * LINE_MM * mm, pitch, drawing.font));
  return `<g fill="#111">${rows.join('')}</g>`;
}

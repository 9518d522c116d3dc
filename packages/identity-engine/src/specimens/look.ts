import { lettered } from './lettering.js';
import type { SpecimenData } from './specimen-data.js';

/** Features of real documents that a plain specimen lacks. */
export interface Look {
  /** `white` paper has no background print, and is as bright as glare. */
  readonly paper?: keyof typeof PAPERS;
  /** Prints a large emblem and words across the printed text. */
  readonly watermark?: boolean;
  /** Prints the human-readable text in a pale grey. */
  readonly faint?: boolean;
  /** Prints the year of a date apart from day and month. */
  readonly datesInPieces?: boolean;
  /** Covers the portrait with fine lines, and makes it paler. */
  readonly veiled?: boolean;
}

export const PAPERS = { printed: '#eef3f0', white: '#ffffff' } as const;

export const LOOKS = {
  plain: {},
  'paper white': { paper: 'white' },
  watermark: { watermark: true },
  'faint print': { faint: true },
  'dates in two pieces': { datesInPieces: true },
  'pattern over portrait': { veiled: true },
  'all of them': { paper: 'white', watermark: true, faint: true, datesInPieces: true, veiled: true },
} as const satisfies Record<string, Look>;

type Pieces = (data: SpecimenData, look: Look) => readonly string[];

/** The printed lines. Each value consists of pieces that are printed apart. */
export const LABELS: readonly (readonly [label: string, valueOf: Pieces])[] = [
  ['Surname', ({ surname }) => [surname]],
  ['Given names', ({ givenNames }) => [givenNames]],
  ['Document No', ({ number }) => [number]],
  ['Date of birth', ({ birthDate }, look) => printed(birthDate, look)],
  ['Date of expiry', ({ expiryDate }, look) => printed(expiryDate, look)],
];

function printed(date: string, { datesInPieces }: Look): readonly string[] {
  const [year = '', month = '', day = ''] = date.split('-');
  return datesInPieces ? [`${day}.${month}.`, year] : [`${day}.${month}.${year}`];
}

export function watermark(width: number, height: number, issuer: string): string {
  const [x, y, size] = [width * 0.62, height * 0.36, height * 0.3];
  const rays = Array.from({ length: 24 }, (_, i) => {
    const angle = (i * Math.PI) / 12;
    return `M${x} ${y}L${x + Math.cos(angle) * size} ${y + Math.sin(angle) * size}`;
  });
  const emblem = `<path d="${rays.join('')}" stroke="#7d2f2f" stroke-width="${size * 0.03}" fill="none"/>`;
  const ring = `<circle cx="${x}" cy="${y}" r="${size * 0.6}" stroke="#7d2f2f" stroke-width="${size * 0.06}" fill="none"/>`;
  const words = lettered(`${issuer} SPECIMEN`, {
    x: width * 0.3,
    y: height * 0.5,
    size: height * 0.11,
    colour: '#3c4f8a',
  });
  return `<g opacity=".16">${emblem}${ring}${words}</g>`;
}

/** Fine lines that cover a portrait of this size in pixels. */
export function veil(width: number, height: number, mm: number): Buffer {
  const lines = Array.from({ length: 26 }, (_, i) => {
    const y = (i * height) / 24;
    const curve = `${width * 0.3} ${y - 2 * mm}, ${width * 0.7} ${y + 2 * mm}, ${width} ${y - mm / 2}`;
    return `<path d="M0 ${y} C ${curve}" stroke="#7aa7c7" stroke-opacity=".7" fill="none" stroke-width="${mm * 0.2}"/>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff" fill-opacity=".3"/>${lines.join('')}</svg>`,
  );
}

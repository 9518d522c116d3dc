/** The contrast that WCAG 2.2 requires for text (1.4.3) and for the outline of controls (1.4.11). */
export const READABLE = 4.5;
export const VISIBLE = 3;

type Rgb = readonly [red: number, green: number, blue: number];

const BLACK = '#000000';
const WHITE = '#ffffff';

const rgbOf = (hex: string): Rgb => {
  const number = parseInt(hex.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
};

const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = (hex: string): number => {
  const [red, green, blue] = rgbOf(hex);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};

export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const mixed = (hex: string, towards: string, share: number): string => {
  const [[r1, g1, b1], [r2, g2, b2]] = [rgbOf(hex), rgbOf(towards)];
  const mix = (from: number, to: number) => from * (1 - share) + to * share;
  return hexOf([mix(r1, r2), mix(g1, g2), mix(b1, b2)]);
};

/**
 * The colour itself if its contrast with the background is sufficient, otherwise the closest darker or lighter variant
 * with enough contrast.
 */
export function standingOut(ground: string, color: string, least: number): string {
  const towards = luminance(ground) > 0.18 ? BLACK : WHITE;
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mixed(color, towards, share);
    if (contrast(candidate, ground) >= least) return candidate;
  }
  return towards;
}

export const readableOn = (ground: string, color: string): string => standingOut(ground, color, READABLE);

/** Black or white: one of the two is readable on any colour. */
export const textOn = (color: string): string => (contrast(color, WHITE) >= READABLE ? WHITE : BLACK);

/**
 * The colour of a button under the pointer: its contrast with the text is slightly higher, so that the text stays
 * readable.
 */
export const hovered = (color: string): string => mixed(color, textOn(color) === WHITE ? BLACK : WHITE, 0.14);

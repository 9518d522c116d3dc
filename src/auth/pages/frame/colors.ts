/** Contrast as WCAG 2.2 counts it (1.4.3). */
export const READABLE = 4.5;

type Rgb = readonly [red: number, green: number, blue: number];

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
  const [from, to] = [rgbOf(hex), rgbOf(towards)];
  return hexOf([0, 1, 2].map((i) => (from[i] ?? 0) * (1 - share) + (to[i] ?? 0) * share) as unknown as Rgb);
};

/** The colour itself where it can be read on that ground, else as little darker or lighter as it takes. */
export function readableOn(ground: string, color: string): string {
  const towards = luminance(ground) > 0.18 ? '#000000' : '#ffffff';
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mixed(color, towards, share);
    if (contrast(candidate, ground) >= READABLE) return candidate;
  }
  return towards;
}

export const textOn = (color: string): string =>
  contrast(color, '#ffffff') >= READABLE || contrast(color, '#ffffff') >= contrast(color, '#111111')
    ? '#ffffff'
    : '#111111';

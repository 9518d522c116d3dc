import { hovered, readableOn, standingOut, textOn, VISIBLE } from './colors.js';

/** The brand that pages are shown under. */
export interface Brand {
  readonly name: string;
  readonly logo: string | undefined;
  readonly color: string;
}

/** Port: the look of an enterprise's pages, or of the settings without an enterprise. */
export abstract class Brands {
  abstract of(enterpriseId: string | undefined): Promise<Brand>;
}

export const BRAND_COLOR = /^#[\da-f]{6}$/;

/** The card colours of the style sheet, and the least contrast between a button and its card. */
const LIGHT = { card: '#ffffff', least: 1 };
const DARK = { card: '#1a1f1d', least: 1.6 };

/** The variants of a brand's colour for light and dark mode: as text, as button, and around it. */
export const brandSheet = (color: string): string =>
  `:root { ${shades(color, LIGHT)} }\n@media (prefers-color-scheme: dark) { :root { ${shades(color, DARK)} } }\n`;

function shades(color: string, { card, least }: typeof LIGHT): string {
  const press = standingOut(card, color, least);
  const shade = {
    brand: readableOn(card, color),
    press,
    hover: hovered(press),
    'on-brand': textOn(press),
    edge: standingOut(card, press, VISIBLE),
  };
  return Object.entries(shade)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');
}

/** The symbol before the name of a brand without a logo: two strokes. */
export const brandMark = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" rx="9" fill="${color}"/>` +
  `<g fill="none" stroke="${textOn(color)}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round">` +
  `<path d="M8.5 19l4.7 4.7L20.5 13"/><path d="M17.5 22.2l1.5 1.5L27.5 13" opacity=".62"/></g></svg>`;

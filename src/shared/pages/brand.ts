import { hovered, readableOn, standingOut, textOn, VISIBLE } from './colors.js';

/** As whose pages they look. */
export interface Brand {
  readonly name: string;
  readonly logo: string | undefined;
  readonly color: string;
}

/** Port: how the pages of an enterprise look; without one, as the settings say. */
export abstract class Brands {
  abstract of(enterpriseId: string | undefined): Promise<Brand>;
}

export const BRAND_COLOR = /^#[\da-f]{6}$/;

/** The cards of the style sheet; and how far a button stands out from them by its colour alone, or is made to. */
const LIGHT = { card: '#ffffff', least: 1 };
const DARK = { card: '#1a1f1d', least: 1.6 };

/** A brand's colour as it is used in light and in dark: where it is text, where it is pressed, and around that. */
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

/** What stands before a brand's name that has no logo: two strokes, one signing beside the other. */
export const brandMark = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" rx="9" fill="${color}"/>` +
  `<g fill="none" stroke="${textOn(color)}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round">` +
  `<path d="M8.5 19l4.7 4.7L20.5 13"/><path d="M17.5 22.2l1.5 1.5L27.5 13" opacity=".62"/></g></svg>`;

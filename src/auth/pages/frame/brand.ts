import { mark } from '../assets/mark.js';
import { hovered, readableOn, standingOut, textOn, VISIBLE } from './colors.js';

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

export const brandMark = (color: string): string => mark(color, textOn(color));

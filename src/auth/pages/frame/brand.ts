import { mark } from '../assets/mark.js';
import { readableOn, textOn } from './colors.js';

export const BRAND_COLOR = /^#[\da-f]{6}$/;

const LIGHT_CARD = '#ffffff';
const DARK_CARD = '#1a1f1d';

/** A brand's colour where it is pressed, and so changed that it can be read in light and in dark. */
export const brandSheet = (color: string): string =>
  `:root { --brand-press: ${color}; --brand-text: ${textOn(color)}; ` +
  `--brand-light: ${readableOn(LIGHT_CARD, color)}; --brand-dark: ${readableOn(DARK_CARD, color)} }\n`;

export const brandMark = (color: string): string => mark(color, textOn(color));

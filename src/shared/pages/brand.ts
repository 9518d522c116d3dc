import type { Config } from '../../config.js';
import { hovered, readableOn, standingOut, textOn, VISIBLE } from './colors.js';

/** The brand that determines how a page looks. */
export interface Brand {
  readonly name: string;
  readonly logo: string | undefined;
  readonly color: string;
  readonly links: BrandLinks;
}

/** Links that every page shows, if configured. */
export interface BrandLinks {
  readonly privacy?: string | undefined;
  readonly terms?: string | undefined;
  readonly help?: string | undefined;
}

/** The logo, colour and links that an enterprise chooses. */
export interface Branding {
  readonly logoUri?: string;
  readonly color?: string;
  readonly privacyUri?: string;
  readonly termsUri?: string;
  readonly helpUri?: string;
}

/** Builds a brand. Values that the enterprise has not chosen come from the settings of the service. */
export function brandFrom(
  { brandLogoUrl, brandColor, privacyUrl, termsUrl, helpUrl }: Config,
  name: string,
  { logoUri, color, privacyUri, termsUri, helpUri }: Branding,
): Brand {
  return {
    name,
    logo: logoUri ?? brandLogoUrl,
    color: (color ?? brandColor).toLowerCase(),
    links: { privacy: privacyUri ?? privacyUrl, terms: termsUri ?? termsUrl, help: helpUri ?? helpUrl },
  };
}

/** Port: provides the brand of an enterprise's pages. Without an enterprise, provides the brand from the settings. */
export abstract class Brands {
  abstract of(enterpriseId: string | undefined): Promise<Brand>;
}

export const BRAND_COLOR = /^#[\da-f]{6}$/;

/**
 * For light and dark mode: the background colour of cards, and the minimum contrast between a card and a button on it.
 */
const LIGHT = { card: '#ffffff', least: 1 };
const DARK = { card: '#1a1f1d', least: 1.6 };

/**
 * A style sheet with the variants of a brand's colour for light and dark mode: for text, for buttons and the text on
 * them, and for the edges of buttons.
 */
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

export type Point = readonly [x: number, y: number];

/** The dimensions of the symbol for brands without a logo: two strokes on a square with rounded corners. */
export const MARK_SIZE = 36;
export const MARK_ROUNDING = 9;
export const MARK_WIDTH = 3.2;
export const MARK_STROKES: readonly { readonly points: readonly Point[]; readonly opacity: number }[] = [
  // oxfmt-ignore
  { points: [[8.5, 19], [13.2, 23.7], [20.5, 13]], opacity: 1 },
  // oxfmt-ignore
  { points: [[17.5, 22.2], [19, 23.7], [27.5, 13]], opacity: 0.62 },
];

/** The symbol shown before the name of a brand without a logo. */
export const brandMark = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK_SIZE} ${MARK_SIZE}">` +
  `<rect width="${MARK_SIZE}" height="${MARK_SIZE}" rx="${MARK_ROUNDING}" fill="${color}"/>` +
  `<g fill="none" stroke="${textOn(color)}" stroke-width="${MARK_WIDTH}" stroke-linecap="round" stroke-linejoin="round">` +
  `${MARK_STROKES.map(pathOf).join('')}</g></svg>`;

const pathOf = ({ points, opacity }: (typeof MARK_STROKES)[number]): string =>
  `<path d="M${points.map((point) => point.join(' ')).join('L')}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;

import { Html } from '../../../shared/kernel/index.js';

/** The shape of the outline into which the user fits the document or face. */
export type Shape = 'card' | 'page' | 'sheet' | 'oval';

interface Guide {
  readonly box: readonly [width: number, height: number];
  /**
   * The outline of the document or face, as SVG. `inside` contains the drawing within it: the positions of the photo
   * and the lines of text.
   */
  readonly outline: string;
  readonly inside: string;
}

const rectangle = (x: number, y: number, width: number, height: number, round: number): string =>
  `<rect class="outline" data-guide x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}"/>`;

/** The guide for each shape. Sizes are those of ISO/IEC 7810 (ID-1 for cards, ID-3 for passport pages) and A4. */
const GUIDES: Readonly<Record<Shape, Guide>> = {
  card: {
    box: [400, 300],
    outline: rectangle(28, 41.5, 344, 217, 14),
    inside: '<rect x="48" y="92" width="80" height="104" rx="6"/><path d="M150 104h150M150 134h190M150 164h120"/>',
  },
  page: {
    box: [400, 310],
    outline: rectangle(26, 32.5, 348, 245, 10),
    inside: '<rect x="46" y="62" width="88" height="116" rx="6"/><path d="M156 76h140M156 106h190M156 136h110M46 222h308M46 246h308"/>', // oxfmt-ignore
  },
  sheet: {
    box: [300, 400],
    outline: rectangle(22, 20, 256, 360, 6),
    inside: '<path d="M50 64h120M50 100h200M50 130h200M50 160h150"/>',
  },
  oval: {
    box: [300, 380],
    outline: '<ellipse class="outline" data-guide cx="150" cy="182" rx="104" ry="138"/>',
    inside: '<path class="ring" data-ring pathLength="100" d="M150 35a113 147 0 0 1 0 294a113 147 0 0 1 0-294"/>',
  },
};

/**
 * Draws the outline over the camera picture, and dims everything outside it. A script changes the colour of the outline
 * as a hint to the user, and marks the edges and the glare that it detects on the document.
 */
export function guideOver(shape: Shape): Html {
  const { box, outline, inside } = GUIDES[shape];
  const [width, height] = box;
  const hole = outline.replace('class="outline" data-guide', 'fill="#000"');
  return new Html(
    `<svg class="guide" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">` +
      `<mask id="hole"><rect width="${width}" height="${height}" fill="#fff"/>${hole}</mask>` +
      `<rect class="dimmed" width="${width}" height="${height}" mask="url(#hole)"/>` +
      `<g class="inside">${inside}</g>${outline}<polygon class="found" data-found-outline points="0,0"/>` +
      `<ellipse class="glare" data-found-glare/></svg>`,
  );
}

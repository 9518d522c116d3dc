import { attributes, element } from '../guide/diagrams/svg.mjs';
import { escapeHtml } from '../guide/text.mjs';

export const WIDTH = 760;
/** Horizontal bounds of the values; names are left of `LEFT`. */
export const [LEFT, RIGHT] = [300, 700];
export const [TOP, ROW] = [58, 26];

/**
 * The picture has its own background, so it is readable on any page. Its colours follow the reader's light or dark
 * mode.
 */
const STYLE = `
  svg { --ground: #ffffff; --text: #1c2422; --quiet: #55625e; --line: #d5dcda; --own: #0e5c53; --other: #8a5a12; --soft: #6fb3a8; --pale: #d9ab62 }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #151b1a; --text: #e6ecea; --quiet: #a5b2ae; --line: #36423f; --own: #5cc4b4; --other: #e0a850; --soft: #2f7d72; --pale: #87602a }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--text) }
  .title, .heading { font-weight: 600 }
  .title { font-size: 15px }
  .quiet { fill: var(--quiet); font-size: 12px }
  .ground { fill: var(--ground) }
  .grid { stroke: var(--line) } .even { stroke: var(--quiet); stroke-width: 1.5 }
  .own { fill: var(--own) } .other { fill: var(--other) } .soft { fill: var(--soft) } .pale { fill: var(--pale) }
  .from { stroke: var(--own); stroke-width: 3 } .spread { stroke: var(--text); stroke-width: 1.5 }
`;

export const label = (x, y, content, { kind, anchor = 'start' } = {}) =>
  element('text', { x, y, class: kind, 'text-anchor': anchor }, escapeHtml(content));

export const line = (x1, y1, x2, y2, kind) => element('line', { x1, y1, x2, y2, class: kind });

export const bar = (x, y, width, height, kind) =>
  element('rect', { x, y, width: Math.max(width, 0), height, class: kind });

/** A complete SVG with a title, and with all its values as a description for screen readers. */
export function plot({ title, description, height, inside }) {
  const shape = { viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height };
  const names = { role: 'img', 'aria-labelledby': 'title description' };
  return (
    `<svg xmlns="http://www.w3.org/2000/svg"${attributes({ ...shape, ...names })}>\n` +
    `${element('title', { id: 'title' }, escapeHtml(title))}\n` +
    `${element('desc', { id: 'description' }, escapeHtml(description))}\n` +
    `<style>${STYLE}</style>\n${bar(0, 0, WIDTH, height, 'ground')}\n` +
    `${label(16, 28, title, { kind: 'title' })}\n${inside.join('\n')}\n</svg>\n`
  );
}

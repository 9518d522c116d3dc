import { escapeHtml } from '../text.mjs';

/** The height of a line of text. */
export const LINE = 15;

/** Estimated widths of text: monospaced names, and labels in the font of the page. */
export const nameWidth = (text) => text.length * 7.5;
export const labelWidth = (text) => text.length * 6.4;

const round = (number) => Math.round(number * 10) / 10;
export const attributes = (values) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? round(value) : escapeHtml(String(value))}"`)
    .join('');

export const element = (name, values, inside = '') => `<${name}${attributes(values)}>${inside}</${name}>`;

export const text = (x, y, content, kind, anchor = 'middle') =>
  element('text', { x, y, class: kind, 'text-anchor': anchor }, escapeHtml(content));

export const box = ({ x, y, width, height, kind, rx = 8 }) =>
  element('rect', { x: x - width / 2, y: y - height / 2, width, height, rx, class: kind });

export const path = (d, kind, marker) => element('path', { d, class: kind, 'marker-end': marker && `url(#${marker})` });

/** Labels of a line, on a background that hides the line behind them. */
export function labelsOf({ labels, x, y }) {
  if (labels.length === 0) return '';
  const width = Math.max(...labels.map(labelWidth)) + 6;
  const ground = box({ x, y, width, height: labels.length * LINE, kind: 'ground', rx: 3 });
  const placed = labels.map((label, at) => text(x, y + 4 + (at - (labels.length - 1) / 2) * LINE, label, 'label'));
  return ground + placed.join('');
}

/** A line through these points with round corners. */
export function curve(points) {
  const [first, ...rest] = points;
  const steps = rest.map((point, index) => {
    const next = rest[index + 1];
    if (!next) return `L${spot(point)}`;
    return `Q${spot(point)} ${spot({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`;
  });
  return `M${spot(first)}${steps.join('')}`;
}

const spot = ({ x, y }) => `${round(x)} ${round(y)}`;

/** The complete SVG, with a title for screen readers. It shrinks on narrow screens. */
export function picture({ id, title, width, height, inside }) {
  const arrow = element(
    'marker',
    {
      ...{ id: `${id}-arrow`, viewBox: '0 0 8 8', refX: 7.2, refY: 4, markerWidth: 7, markerHeight: 7 },
      orient: 'auto-start-reverse',
    },
    '<path class="tip" d="M0.5 0.8L7.5 4L0.5 7.2"/>',
  );
  const shape = {
    viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
    width: Math.ceil(width),
    height: Math.ceil(height),
  };
  return element(
    'svg',
    { ...shape, role: 'img', 'aria-labelledby': `${id}-title` },
    element('title', { id: `${id}-title` }, escapeHtml(title)) + `<defs>${arrow}</defs>${inside}`,
  );
}

/** The diagram as a table, for screen readers and for search. */
export const asTable = (summary, heads, rows) =>
  `<details class="as-table"><summary>${escapeHtml(summary)}</summary><div class="table" tabindex="0"><table><thead><tr>` +
  heads.map((head) => `<th scope="col">${head}</th>`).join('') +
  `</tr></thead><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table></div></details>`;

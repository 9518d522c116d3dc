import { bar, label, LEFT, line, plot, RIGHT, ROW, TOP } from './frame.mjs';

const PARTS = [
  { own: 'own', other: 'other' },
  { own: 'soft', other: 'pale' },
];

/**
 * A stacked bar chart of costs. `groups`: `{ name, rows: [{ name, isOwn, values }] }`, with one value for each of
 * `parts`.
 */
export function stackPlot({ title, unit, parts, groups }) {
  const rows = groups.flatMap((group) => [{ heading: group.name }, ...group.rows]);
  const most = Math.max(...groups.flatMap((group) => group.rows.map(({ values }) => sumOf(values))));
  const step = stepFor(most);
  const [top, end] = [TOP + ROW, Math.ceil(most / step) * step];
  const bottom = top + rows.length * ROW;
  const at = (value) => LEFT + (value / end) * (RIGHT - LEFT);
  const ticks = Array.from({ length: end / step + 1 }, (_, index) => index * step);
  const grid = ticks.flatMap((tick) => [
    line(at(tick), top, at(tick), bottom, 'grid'),
    label(at(tick), bottom + 18, tick.toLocaleString('en'), { kind: 'quiet', anchor: 'middle' }),
  ]);
  return plot({
    title,
    description: groups.map((group) => `${group.name}: ${group.rows.map((row) => inWords(row, parts, unit)).join(', ')}`).join('; '), // oxfmt-ignore
    height: bottom + 44,
    inside: [
      ...grid,
      ...legend(parts),
      ...rows.map((row, index) => rowOf(row, top + index * ROW + ROW / 2, at)),
      label((LEFT + RIGHT) / 2, bottom + 36, unit, { kind: 'quiet', anchor: 'middle' }),
    ],
  });
}

const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);

/** A step of 1, 2, 5 or 10 times a power of ten, for at most eight steps. */
function stepFor(most) {
  const rough = 10 ** Math.floor(Math.log10(most / 4));
  return [1, 2, 5, 10].map((times) => times * rough).find((step) => most / step <= 8);
}

const inWords = ({ name, values }, parts, unit) =>
  `${name} ${values.map((value, index) => `${Math.round(value)} ${parts[index]}`).join(' and ')} (${unit})`;

const legend = (parts) =>
  parts.flatMap((part, index) => {
    const x = LEFT + index * 130;
    const { own, other } = PARTS[index];
    return [bar(x, TOP - 11, 12, 12, own), bar(x + 14, TOP - 11, 12, 12, other), label(x + 32, TOP, part)];
  });

function rowOf({ heading, name, isOwn, values }, y, at) {
  if (heading) return label(16, y + 4, heading, { kind: 'heading' });
  const starts = values.map((_, index) => sumOf(values.slice(0, index)));
  const bars = values.map((value, index) =>
    bar(at(starts[index]), y - 8, at(value) - at(0), 16, PARTS[index][isOwn ? 'own' : 'other']),
  );
  const total = label(at(sumOf(values)) + 8, y + 4, Math.round(sumOf(values)).toLocaleString('en'));
  return label(LEFT - 12, y + 4, name, { anchor: 'end' }) + bars.join('') + total;
}

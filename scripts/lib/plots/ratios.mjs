import { bar, label, LEFT, line, plot, RIGHT, ROW, TOP } from './frame.mjs';

const TICKS = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20];

/**
 * A plot of our speed relative to each other program, on a logarithmic scale: half as fast and twice as fast have the
 * same distance from the middle. `groups`: `{ name, rows: [{ name, median, low, high }] }`.
 */
export function ratioPlot(title, groups) {
  const rows = groups.flatMap((group) => [{ heading: group.name }, ...group.rows]);
  const values = groups.flatMap((group) => group.rows.flatMap(({ low, high }) => [low, high]));
  const ticks = ticksFor(Math.min(...values), Math.max(...values));
  const [first, last] = [ticks[0], ticks.at(-1)].map(Math.log);
  const at = (ratio) => LEFT + ((Math.log(ratio) - first) / (last - first)) * (RIGHT - LEFT);
  const bottom = TOP + rows.length * ROW;
  const grid = ticks.flatMap((tick) => [
    line(at(tick), TOP - 8, at(tick), bottom, tick === 1 ? 'even' : 'grid'),
    label(at(tick), bottom + 18, String(tick), { kind: 'quiet', anchor: 'middle' }),
  ]);
  return plot({
    title,
    description: groups.map(inWords).join('; '),
    height: bottom + 48,
    inside: [...grid, ...rows.map((row, index) => rowOf(row, TOP + index * ROW + ROW / 2, at)), axis(bottom)],
  });
}

/** Ticks from below the lowest to above the highest value, including 1. */
function ticksFor(least, greatest) {
  const below = Math.max(
    0,
    TICKS.findLastIndex((tick) => tick <= Math.min(least, 0.5)),
  );
  const above = TICKS.findIndex((tick) => tick >= Math.max(greatest, 2));
  return TICKS.slice(below, above === -1 ? undefined : above + 1);
}

/** The picture, its description and the table use the same rounding. */
export const inHundredths = (value) =>
  value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const inWords = ({ name, rows }) =>
  `${name}: ${rows.map((row) => `${inHundredths(row.median)} of ${row.name}`).join(', ')}`;

function rowOf({ heading, name, median, low, high }, y, at) {
  if (heading) return label(16, y + 4, heading, { kind: 'heading' });
  return (
    label(LEFT - 12, y + 4, name, { anchor: 'end' }) +
    line(at(1), y, at(median), y, 'from') +
    line(at(low), y, at(high), y, 'spread') +
    bar(at(median) - 4, y - 6, 8, 12, 'own') +
    label(RIGHT + 14, y + 4, inHundredths(median))
  );
}

const axis = (bottom) =>
  label((LEFT + RIGHT) / 2, bottom + 36, 'slower   ←   as fast   →   faster', { kind: 'quiet', anchor: 'middle' });

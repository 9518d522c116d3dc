import { arrange } from './layers.mjs';
import { asTable, box, curve, element, labelsOf, LINE, labelWidth, nameWidth, path, picture, text } from './svg.mjs';

const TRANSITION = /^\s*(\S+)\s*-->\s*(\S+?)(?:\s*:\s*(.+?)(?:\s*\[(.+)\])?)?\s*$/;
const POINT = '[*]';
const HEIGHT = 30;
const MANY = 4;
const WIDEST = 700;

/**
 * Draws a state machine as a picture and as a table. If transitions with the same verb lead from many states to one, or
 * from one to many, they become a row below the picture, because their lines would cover the picture.
 */
export function drawStates(source, id) {
  const transitions = transitionsOf(source);
  if (transitions === undefined) return undefined;
  const { rows, rest } = gather(transitions);
  const placed = narrowest({ nodes: nodesOf(rest), edges: edgesOf(rest) });
  const below = rowsBelow(rows, placed.height + 14, `${id}-arrow`);
  const title = `State machine: ${namesIn(transitions).join(', ')}. The table has each transition with its condition.`;
  const drawing = picture({
    id,
    title,
    width: Math.max(placed.width, below.width),
    height: placed.height + below.height,
    inside: lines(placed, `${id}-arrow`) + placed.nodes.map(stateOf).join('') + below.inside,
  });
  return `<div class="drawing" tabindex="0">${drawing}</div>${tableOf(transitions)}`;
}

export function transitionsOf(source) {
  const lines = source.trim().split('\n').slice(1);
  const found = lines.filter((line) => line.trim() !== '').map((line) => TRANSITION.exec(line));
  if (found.includes(null)) return undefined;
  return found.map(([, from, to, verb = '', condition]) => ({ from, to, verb, condition }));
}

const namesIn = (transitions) =>
  [...new Set(transitions.flatMap(({ from, to }) => [from, to]))].filter((name) => name !== POINT);

/**
 * Separates two kinds of transitions. Those whose verb leads from many states to one, or from one to many, become rows
 * below the picture. All others stay in the picture.
 */
function gather(transitions) {
  const rows = [];
  let rest = transitions;
  for (const [one, many] of [
    ['to', 'from'],
    ['from', 'to'],
  ]) {
    const kinds = new Map(rest.map((each) => [`${each.verb} ${each[one]}`, each]));
    for (const { verb, [one]: single } of kinds.values()) {
      const same = rest.filter((each) => each.verb === verb && each[one] === single && each.from !== POINT);
      if (same.length < MANY) continue;
      rows.push({ verb, [one]: [single], [many]: same.map((each) => each[many]) });
      rest = rest.filter((each) => !same.includes(each));
    }
  }
  return { rows, rest };
}

/** Lays the graph out from top to bottom, or from left to right if that is narrower and the page is too narrow. */
function narrowest(graph) {
  const down = arrange(graph);
  if (down.width <= WIDEST) return down;
  const across = arrange({ ...graph, direction: 'LR' });
  return across.width < down.width ? across : down;
}

const nodesOf = (transitions) =>
  [...new Set(transitions.flatMap(({ from, to }) => [from, to]))].map((name) => ({
    id: name,
    ...(name === POINT ? { width: 14, height: 14 } : { width: nameWidth(name) + 26, height: HEIGHT }),
  }));

/** One edge for all transitions between the same two states; their conditions are only in the table. */
function edgesOf(transitions) {
  const edges = new Map();
  for (const { from, to, verb } of transitions) {
    const edge = edges.get(`${from} ${to}`) ?? { from, to, labels: [] };
    edge.labels.push(verb);
    edges.set(`${from} ${to}`, edge);
  }
  return [...edges.values()];
}

const stateOf = ({ id, x, y, width, height }) =>
  id === POINT
    ? element('circle', { cx: x, cy: y, r: 6, class: 'start' })
    : box({ x, y, width, height, kind: 'state' }) + text(x, y + 4, id, 'name');

const lines = ({ nodes, edges }, arrow) => {
  const loops = edges.filter(({ from, to }) => from === to);
  const others = edges.filter((edge) => !loops.includes(edge));
  return (
    others.map(({ points }) => path(curve(points), 'line', arrow)).join('') +
    others.map(labelsOf).join('') +
    loops
      .map((edge) =>
        loopOf(
          edge,
          nodes.find(({ id }) => id === edge.from),
          arrow,
        ),
      )
      .join('')
  );
};

/** A transition from a state to itself, drawn at the state's right side. */
function loopOf({ labels }, { x, y, width }, arrow) {
  const side = x + width / 2;
  const line = path(`M${side} ${y - 7}h10q7 0 7 7t-7 7h-7`, 'line', arrow);
  return line + labels.map((label, at) => text(side + 23, y + 4 + at * LINE, label, 'label', 'start')).join('');
}

/** Each row has the source states on the left, the verb on an arrow, and the target states on the right. */
function rowsBelow(rows, top, arrow) {
  const [gap, perLine, lineHeight] = [8, 3, 36];
  let y = top;
  let width = 0;
  let inside = '';
  const column = ({ from }) => widthOf(from.slice(0, perLine));
  const widthOf = (names) => names.reduce((sum, name) => sum + nameWidth(name) + 26 + gap, 0);
  const left = Math.max(0, ...rows.map((row) => Math.max(...chunks(row.from, perLine).map(widthOf), column(row))));
  const middle = Math.max(60, ...rows.map(({ verb }) => labelWidth(verb) + 34));
  for (const { from, to, verb } of rows) {
    const [before, after] = [chunks(from, perLine), chunks(to, perLine)];
    const height = Math.max(before.length, after.length) * lineHeight;
    const centre = y + 18 + height / 2;
    inside += chips(before, { end: 8 + left, centre, lineHeight, gap });
    inside += path(`M${left + 10} ${centre}H${left + middle}`, 'line', arrow);
    inside += text(left + 6 + middle / 2, centre - 7, verb, 'label');
    inside += chips(after, { start: left + middle + 8, centre, lineHeight, gap });
    width = Math.max(width, left + middle + 16 + Math.max(...after.map(widthOf)));
    y += height + 14;
  }
  return { inside, width, height: rows.length === 0 ? 0 : y - top + 20 };
}

const chunks = (list, size) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_none, at) => list.slice(at * size, (at + 1) * size));

function chips(rows, { start, end, centre, lineHeight, gap }) {
  return rows
    .map((names, row) => {
      const widths = names.map((name) => nameWidth(name) + 26);
      const total = widths.reduce((sum, width) => sum + width + gap, 0);
      let x = start ?? end - total;
      const y = centre + (row - (rows.length - 1) / 2) * lineHeight;
      return names
        .map((id, at) => {
          const chip = stateOf({ id, x: x + widths[at] / 2, y, width: widths[at], height: HEIGHT });
          x += widths[at] + gap;
          return chip;
        })
        .join('');
    })
    .join('');
}

function tableOf(transitions) {
  const code = (name) => (name === POINT ? '–' : `<code>${name}</code>`);
  const rows = transitions.map(({ from, verb, condition, to }) => [
    ...[code(from), verb, condition === undefined ? '' : `<code>${condition}</code>`, code(to)],
  ]);
  return asTable('The transitions as a table', ['From', 'Verb', 'Only if', 'To'], rows);
}

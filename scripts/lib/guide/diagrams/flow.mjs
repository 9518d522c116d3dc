import { escapeHtml } from '../text.mjs';
import { arrange } from './layers.mjs';
import { asTable, box, curve, element, labelsOf, labelWidth, LINE, path, picture, text } from './svg.mjs';

const NODE = /^([\w-]+)(?:(\[\(|\(\[|\[\[|\(\(|\[|\(|\{)"?(.+?)"?(?:\)\]|\]\)|\]\]|\)\)|\]|\)|\}))?(?::::\w+)?$/;
const LINK = /\s*(<?--+>?|<?-\.+->?|==+>|--\s+[^-|>]+?\s+--+>|-\.\s+[^|>]+?\s+\.-+>)(?:\|"?([^|]+?)"?\|)?\s*/;
const TITLE = 14;
const GROUP = /^subgraph\s+([\w-]+)(?:\s*\["?(.+?)"?\])?$/;

/** Draws a flowchart (boxes, lines and groups) as a picture and as a table. */
export function drawFlow(source, id) {
  const flow = flowOf(source);
  if (flow === undefined) return undefined;
  const placed = arrangeWithPorts(flow);
  const inside =
    placed.groups.map(groupOf).join('') +
    placed.edges.map(({ points, style }) => lineOf(points, style, `${id}-arrow`)).join('') +
    placed.edges.map(labelsOf).join('') +
    placed.nodes.map(nodeOf).join('');
  const title = `Drawing: ${flow.nodes.map(({ lines }) => lines.join(' ')).join(', ')}. The table has each line.`;
  const { width, height } = placed;
  return `<div class="drawing" tabindex="0">${picture({ id, title, width, height, inside })}</div>${tableOf(flow)}`;
}

/** An edge to a group is laid out to an invisible node inside the group, and drawn up to its border. */
function arrangeWithPorts({ nodes, ports, edges, groups, direction }) {
  const portIn = (id) => ports.find(({ group }) => group === id)?.id ?? id;
  const joined = edges.map((edge) => ({ ...edge, from: portIn(edge.from), to: portIn(edge.to) }));
  const placed = arrange({ nodes: [...nodes, ...ports], edges: joined, groups, direction });
  const borderOf = (id) => placed.groups.find((group) => group.id === id);
  return {
    ...placed,
    nodes: placed.nodes.filter(({ isPort }) => !isPort),
    edges: placed.edges.map((edge, index) => {
      const { from, to } = edges[index];
      const points = outside(outside(edge.points, borderOf(to)).toReversed(), borderOf(from)).toReversed();
      return { ...edge, points };
    }),
  };
}

const portOf = ({ id }) => ({ id: `${id} port`, group: id, width: 1, height: 1, isPort: true });

/** The part of a line that is outside the box of a group. */
function outside(points, group) {
  if (group === undefined) return points;
  const [left, right] = [group.x - group.width / 2, group.x + group.width / 2];
  const [top, bottom] = [group.y - group.height / 2 - TITLE, group.y + group.height / 2];
  const isInside = ({ x, y }) => x > left && x < right && y > top && y < bottom;
  const first = points.findIndex(isInside);
  if (first < 1) return points;
  let [before, after] = [points[first - 1], points[first]];
  for (let step = 0; step < 12; step += 1) {
    const middle = { x: (before.x + after.x) / 2, y: (before.y + after.y) / 2 };
    if (isInside(middle)) after = middle;
    else before = middle;
  }
  return [...points.slice(0, first), before];
}

function flowOf(source) {
  const [first, ...lines] = source
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const [nodes, edges, groups, open] = [new Map(), [], [], []];
  for (const line of lines) {
    if (line === '' || /^(?:%%|direction|classDef|class\b|style|linkStyle)/.test(line)) continue;
    const group = GROUP.exec(line);
    if (group) groups.push({ id: group[1], title: group[2] ?? group[1] });
    if (group) open.push(group[1]);
    else if (line === 'end') open.pop();
    else if (!addLine(line, { nodes, edges, groups, group: open.at(-1) })) return undefined;
  }
  const direction = { TD: 'TB', TB: 'TB', LR: 'LR', RL: 'RL', BT: 'BT' }[first.split(/\s+/)[1]] ?? 'TB';
  const ports = groups.filter(({ id }) => edges.some(({ from, to }) => [from, to].includes(id))).map(portOf);
  return { nodes: [...nodes.values()].map(sized), ports, edges, groups, direction };
}

/** Parses a line such as `A[One] --> B -->|why| C & D`, which names nodes and the lines between them. */
function addLine(line, { nodes, edges, groups, group }) {
  const parts = line.split(LINK);
  const isAlone = parts.length === 1;
  let before;
  for (let at = 0; at < parts.length; at += 3) {
    const found = parts[at].split(/\s+&\s+/).map((part) => NODE.exec(part.trim()));
    if (found.includes(null)) return false;
    for (const [, id, shape, label] of found) {
      if (groups.some((one) => one.id === id)) continue;
      const known = nodes.get(id);
      const home = known?.group ?? (isAlone ? group : known ? undefined : group);
      nodes.set(id, { ...known, id, shape: shape ?? known?.shape, label: label ?? known?.label ?? id, group: home });
    }
    const ids = found.map(([, id]) => id);
    const [style, label] = [parts[at - 2], parts[at - 1]];
    for (const from of before ?? [])
      for (const to of ids) edges.push({ from, to, style, labels: labelsIn(style, label) });
    before = ids;
  }
  return true;
}

function labelsIn(style, label) {
  const [, written] = /^-[-.]\s+(.+?)\s+[-.]-/.exec(style) ?? [];
  return (label ?? written ?? '').split(/<br\s*\/?>/).filter((one) => one !== '');
}

function sized(node) {
  const lines = node.label.split(/<br\s*\/?>/);
  return { ...node, lines, width: Math.max(...lines.map(labelWidth)) + 30, height: lines.length * LINE + 18 };
}

/** A group's box, enlarged at the top for its title. */
const groupOf = ({ title, x, y, width, height }) =>
  box({ x, y: y - TITLE / 2, width, height: height + TITLE, kind: 'group', rx: 12 }) +
  text(x, y - height / 2 - TITLE + 17, title, 'group-name');

function nodeOf({ x, y, width, height, lines, shape }) {
  const kind = shape === '[(' ? 'state store' : 'state';
  const rx = shape === '([' || shape === '((' ? height / 2 : 8;
  const rows = lines.map((line, at) =>
    text(x, y + 4 + (at - (lines.length - 1) / 2) * LINE, line, at === 0 ? 'who' : 'label'),
  );
  return box({ x, y, width, height, kind, rx }) + rows.join('');
}

function lineOf(points, style, arrow) {
  const kind = style.includes('.') ? 'line answer' : 'line';
  const start = style.startsWith('<') ? `url(#${arrow})` : undefined;
  const end = style.endsWith('>') ? `url(#${arrow})` : undefined;
  if (start === undefined) return path(curve(points), kind, end && arrow);
  return element('path', { d: curve(points), class: kind, 'marker-start': start, 'marker-end': end });
}

function tableOf({ nodes, groups, edges }) {
  const named = [...nodes.map(({ id, lines }) => [id, lines.join(' ')]), ...groups.map(({ id, title }) => [id, title])];
  const names = new Map(named.map(([id, name]) => [id, escapeHtml(name)]));
  const rows = edges.map(({ from, to, labels }) => [names.get(from), names.get(to), escapeHtml(labels.join(' '))]);
  return asTable('The lines as a table', ['From', 'To', 'What'], rows);
}

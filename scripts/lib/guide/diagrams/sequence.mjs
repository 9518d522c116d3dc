import { escapeHtml } from '../text.mjs';
import { asTable, box, labelWidth, path, picture, text } from './svg.mjs';

const PARTICIPANT = /^(?:participant|actor)\s+(\S+)(?:\s+as\s+(.+))?$/;
const MESSAGE = /^(\S+?)\s*(--?>>?|--?[x)])\s*(\S+?)\s*:\s*(.+)$/;
const NOTE = /^note\s+(?:over|left of|right of)\s+([^:]+?)\s*:\s*(.+)$/i;
const [HEAD, STEP, WIDEST] = [34, 40, 24];

/** Draws a sequence diagram as a picture and as a table. */
export function drawSequence(source, id) {
  const steps = stepsOf(source);
  if (steps === undefined) return undefined;
  const { participants, messages } = steps;
  const at = columns(participants, messages);
  const last = at.get(participants.at(-1).id);
  const wide = labelWidth(participants.at(-1).name) / 2 + 20;
  const beside = messages.filter(({ from, to }) => from === to && at.get(from) === last);
  const width = last + Math.max(wide, ...beside.map(({ label }) => 40 + labelWidth(label)), 20);
  const height = HEAD + 26 + messages.length * STEP + 6;
  const inside =
    participants.map((one) => headOf(one, at.get(one.id), height)).join('') +
    messages.map((message, row) => drawStep(message, HEAD + 34 + row * STEP, at, `${id}-arrow`)).join('');
  const title = `Sequence between ${participants.map(({ name }) => name).join(', ')}. The table has each step.`;
  const drawing = picture({ id, title, width, height, inside });
  return `<div class="drawing" tabindex="0">${drawing}</div>${tableOf(steps)}`;
}

function stepsOf(source) {
  const participants = new Map();
  const messages = [];
  const known = (id) => participants.get(id) ?? participants.set(id, { id, name: id }).get(id);
  for (const line of source
    .trim()
    .split('\n')
    .slice(1)
    .map((one) => one.trim())) {
    if (line === '' || line === 'autonumber' || line.startsWith('%%')) continue;
    const [participant, message, note] = [PARTICIPANT, MESSAGE, NOTE].map((shape) => shape.exec(line));
    if (participant) participants.set(participant[1], { id: participant[1], name: participant[2] ?? participant[1] });
    else if (message) {
      const [, from, arrow, to, label] = message;
      messages.push({ from: known(from).id, to: known(to).id, label, isAnswer: arrow.startsWith('--') });
    } else if (note) {
      const [from, to = from] = note[1].split(/\s*,\s*/);
      messages.push({ from, to, label: note[2], isNote: true });
    } else return undefined;
  }
  return participants.size === 0 ? undefined : { participants: [...participants.values()], messages };
}

/** Horizontal positions of the participants, far enough apart for the labels between them. */
function columns(participants, messages) {
  const ids = participants.map(({ id }) => id);
  const places = [];
  participants.forEach(({ name }, index) => {
    const half = labelWidth(name) / 2 + 14;
    const own =
      index === 0 ? half + 8 : places[index - 1] + labelWidth(participants[index - 1].name) / 2 + 14 + half + WIDEST;
    const needed = messages.map(({ from, to, label }) => {
      const [left, right] = [from, to].map((one) => ids.indexOf(one)).sort((a, b) => a - b);
      if (left === right) return left === index - 1 ? places[left] + labelWidth(label) + 44 : 0;
      return right === index ? places[left] + labelWidth(label) + WIDEST : 0;
    });
    places.push(Math.max(own, ...needed));
  });
  return new Map(ids.map((id, index) => [id, places[index]]));
}

const headOf = ({ name }, x, height) =>
  path(`M${x} ${HEAD + 4}V${height}`, 'life') +
  box({ x, y: HEAD / 2 + 4, width: labelWidth(name) + 28, height: HEAD - 4, kind: 'state' }) +
  text(x, HEAD / 2 + 8, name, 'who');

function drawStep({ from, to, label, isAnswer, isNote }, y, at, arrow) {
  const [start, end] = [at.get(from), at.get(to)];
  const middle = (start + end) / 2;
  if (isNote) {
    const width = Math.max(Math.abs(end - start), labelWidth(label)) + 20;
    return box({ x: middle, y: y - 2, width, height: 24, kind: 'note', rx: 4 }) + text(middle, y + 2, label, 'label');
  }
  const kind = isAnswer ? 'line answer' : 'line';
  if (start === end) {
    return path(`M${start} ${y - 8}h26v14h-24`, kind, arrow) + text(start + 34, y + 3, label, 'label', 'start');
  }
  const width = labelWidth(label) + 6;
  return (
    path(`M${start} ${y}H${end}`, kind, arrow) +
    box({ x: middle, y: y - 10, width, height: 14, kind: 'ground', rx: 2 }) +
    text(middle, y - 7, label, 'label')
  );
}

function tableOf({ participants, messages }) {
  const names = new Map(participants.map(({ id, name }) => [id, escapeHtml(name)]));
  const rows = messages.map(({ from, to, label, isNote }) => [
    ...[names.get(from), isNote ? '' : names.get(to), escapeHtml(label)],
  ]);
  return asTable('The steps as a table', ['From', 'To', 'What'], rows);
}

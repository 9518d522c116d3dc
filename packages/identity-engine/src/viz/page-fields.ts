import type { GreyPicture } from '../mrz/grey-picture.js';
import { rowsOf, type PageText, type PrintedLine, type ReadLine } from './page-text.js';
import {
  distanceOf,
  fieldsSeenIn,
  isWithDoublesMerged,
  type ExpectedFields,
  type FieldName,
  type FieldsSeen,
  type Writing,
} from './printed-fields.js';
import type { TextBox } from './text-detector.js';

/**
 * The width to which a line is narrowed for its first reading, as a share of its own width: narrow lines are read
 * faster. Later readings use the widths in `AGAIN`.
 */
const NARROW = 0.75;
/**
 * A line whose characters are all at least this certain is not read again: it shows what is printed. The exception is
 * two equal letters close together, which the net can merge into one with full certainty.
 */
const SURE = 0.9;
/** Later readings of a line: the width, and how much is added at both ends, in line heights. */
const AGAIN = [
  { width: 1, more: 0 },
  { width: 1, more: 1 },
];
/** Limits of how many lines are read, so that a page full of text does not take long. */
const MOST_LINES = 48;
const MOST_AGAIN = 12;
const MOST_LINES_AGAIN = 2;

export const countOfSame = (seen: FieldsSeen): number => Object.values(seen).filter((value) => value === 'same').length;
const isWhole = (seen: FieldsSeen): boolean => Object.values(seen).every((value) => value === 'same');

export interface PageFields {
  readonly seen: FieldsSeen;
  /** All text that was read on the page. */
  readonly text: string;
}

/**
 * Reads the expected fields on an upright page. Lines of the expected lengths are read first, until all fields are
 * found. A line that nearly matches is read again at other widths, which tells a misreading from an altered print: an
 * altered character is hardly ever misread as the original one.
 */
export async function fieldsOn(
  page: GreyPicture,
  text: PageText,
  expected: ExpectedFields,
  writing: Writing,
): Promise<PageFields> {
  const lines: ReadLine[] = [];
  const fieldsSoFar = (): PageFields => {
    const legible = lines.filter(isLegible).map((line) => ({ ...line, text: line.legible }));
    const all = [...legible, ...rowsOf(legible)].map((line) => line.text).join('\n');
    return { text: all, seen: fieldsSeenIn(all, expected, writing) };
  };
  let found = fieldsSoFar();
  const boxes = candidates(await text.boxesOn(page), expected);
  while (boxes.length > 0) {
    const [box] = boxes.splice(likeliestOf(boxes, expected, found.seen), 1);
    const line = box && (await text.lineIn(page, box, NARROW));
    if (!line) continue;
    lines.push(line);
    found = fieldsSoFar();
    if (isWhole(found.seen)) return found;
  }
  let left = MOST_AGAIN;
  const all = [...rowsOf(lines), ...lines];
  for (const [field, value] of Object.entries(expected) as [FieldName, string][]) {
    const isDoubtful = ({ certainty, text: read }: PrintedLine): boolean =>
      certainty < SURE || isWithDoublesMerged(read, field, value, writing);
    for (const { box, width, more } of attemptsAt(all.filter(isDoubtful), field, value, writing)) {
      if (found.seen[field] === 'same' || left-- <= 0) break;
      const line = await text.lineIn(page, wider(box, more, page.width), width);
      if (!line) continue;
      lines.push(line);
      found = fieldsSoFar();
    }
  }
  return found;
}

/** Lines without any legible word are left out: they would separate the pieces of a row. */
const isLegible = ({ legible }: ReadLine): boolean => /[\p{L}\p{N}]/u.test(legible);

/** Assumed width of a letter, in line heights. */
const LETTER = 0.5;
/** Boxes of fewer letters are ignored: they hold no field and no piece of a date. */
const SHORTEST = 1.5;
/**
 * The usual height is that of the line after the highest quarter (1/4): headings and signatures are higher than values.
 */
const HIGHEST = 4;

/** Boxes that could hold a field. If there are too many, only those whose length is closest to that of a field. */
function candidates(boxes: readonly TextBox[], expected: ExpectedFields): TextBox[] {
  const lengths = Object.values(expected).map((value: string) => value.length);
  return boxes
    .filter((box) => lettersIn(box) > SHORTEST)
    .sort((a, b) => unlikelihoodOf(a, lengths) - unlikelihoodOf(b, lengths))
    .slice(0, MOST_LINES);
}

const lettersIn = ({ x0, y0, x1, y1 }: TextBox): number => (x1 - x0) / (y1 - y0) / LETTER;

const unlikelihoodOf = (box: TextBox, lengths: readonly number[]): number =>
  Math.min(...lengths.map((length) => Math.abs(Math.log(lettersIn(box) / length))));

/** Returns the box to read next: it has the length of a missing field, and the height of a value, not of a label. */
function likeliestOf(boxes: readonly TextBox[], expected: ExpectedFields, seen: FieldsSeen): number {
  const missing = (Object.entries(expected) as [FieldName, string][]).filter(([field]) => seen[field] !== 'same');
  const lengths = missing.map(([, value]) => value.length);
  const heights = boxes.map(({ y0, y1 }) => y1 - y0).sort((a, b) => b - a);
  const high = heights[Math.floor(heights.length / HIGHEST)] ?? 0;
  const rank = (box: TextBox): number => unlikelihoodOf(box, lengths) + Math.max(0, Math.log(high / (box.y1 - box.y0)));
  return boxes.reduce((best, box, i) => (rank(box) < rank(boxes[best] ?? box) ? i : best), 0);
}

function attemptsAt(
  lines: readonly PrintedLine[],
  field: FieldName,
  value: string,
  writing: Writing,
): { box: TextBox; width: number; more: number }[] {
  const near = lines.flatMap((line) => {
    const isMerged = isWithDoublesMerged(line.text, field, value, writing);
    const distance = distanceOf(line.text, field, value, writing) ?? (isMerged ? value.length : undefined);
    return distance === undefined ? [] : [{ line, distance }];
  });
  const nearest = near.sort((a, b) => a.distance - b.distance).slice(0, MOST_LINES_AGAIN);
  return nearest.flatMap(({ line: { box } }) => AGAIN.map((way) => ({ box, ...way })));
}

function wider({ x0, y0, x1, y1 }: TextBox, heights: number, pageWidth: number): TextBox {
  const more = Math.round(heights * (y1 - y0));
  return { x0: Math.max(0, x0 - more), y0, x1: Math.min(pageWidth, x1 + more), y1 };
}

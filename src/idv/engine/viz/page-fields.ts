import { lineAgain, linesOn, type PrintedLine } from './page-text.js';
import {
  distanceOf,
  fieldsSeenIn,
  type ExpectedFields,
  type FieldName,
  type FieldsSeen,
  type Writing,
} from './printed-fields.js';

/** Heights of a line, in pixels, at which it is read once more: what is misread at one is mostly read at another. */
const HEIGHTS_AGAIN = [32, 24, 40];
/** Of the page: at another size, lines are found that were taken for a picture before. */
const OTHER_SIZE = 0.7;
/** A bound for pages full of misread text. */
const MOST_AGAIN = 12;
const MOST_LINES_AGAIN = 2;

export const countOfSame = (seen: FieldsSeen): number => Object.values(seen).filter((value) => value === 'same').length;

/**
 * The fields on an upright page. Where nearly the same stands as is expected, the line is read again by itself, to tell what
 * was misread from what is printed so: hardly ever is an altered character read as the one that it was before.
 */
export async function fieldsOn(page: Buffer, expected: ExpectedFields, writing: Writing): Promise<FieldsSeen> {
  let lines = await linesOn(page);
  if (Object.values(fieldsSeenIn(textOf(lines), expected, writing)).includes('unseen')) {
    lines = [...lines, ...(await linesOn(page, OTHER_SIZE))];
  }
  const texts = lines.map(({ text }) => text);
  let seen = fieldsSeenIn(texts.join('\n'), expected, writing);
  let left = MOST_AGAIN;
  for (const [field, value] of Object.entries(expected) as [FieldName, string][]) {
    for (const [line, height] of attemptsAt(lines, field, value, writing)) {
      if (seen[field] === 'same' || left-- <= 0) break;
      texts.push(await lineAgain(page, line, height, absentFrom(field, value)));
      seen = fieldsSeenIn(texts.join('\n'), expected, writing);
    }
  }
  return seen;
}

/**
 * Among letters, text recognition takes digits for letters that look alike. Without these, it has to tell which digit it
 * is, and no digit has an advantage over the others.
 */
const LIKE_DIGITS = 'OQISZBGTloiszbgt';
const absentFrom = (field: FieldName, value: string): string =>
  field === 'number' ? Array.from(LIKE_DIGITS, (letter) => (value.includes(letter) ? '' : letter)).join('') : '';

const textOf = (lines: readonly PrintedLine[]): string => lines.map(({ text }) => text).join('\n');

function attemptsAt(
  lines: readonly PrintedLine[],
  field: FieldName,
  value: string,
  writing: Writing,
): [PrintedLine, number][] {
  const near = lines.flatMap((line) => {
    const distance = distanceOf(line.text, field, value, writing);
    return distance === undefined ? [] : [{ line, distance }];
  });
  const nearest = near.sort((a, b) => a.distance - b.distance).slice(0, MOST_LINES_AGAIN);
  return nearest.flatMap(({ line }) => HEIGHTS_AGAIN.map((height): [PrintedLine, number] => [line, height]));
}

import type { GreyPicture } from '../mrz/grey-picture.js';
import type { PageText, PrintedLine } from '../viz/page-text.js';
import type { TextBox } from '../viz/text-detector.js';
import { folded, numberedFieldsIn, type NumberedFields } from './numbered-fields.js';

/** Width of a line that is read twice: it must say the same, narrow and as it is. */
const [NARROW, PLAIN] = [0.75, 1];
const LEGIBLE = 0.5;
const SURE = 0.8;
/** A licence has some twenty pieces of text. */
const MOST_LINES = 60;

export interface NumberedFieldsSeen extends NumberedFields {
  /** The probability that the least likely character looks as it was read. */
  readonly certainty: number;
}

/** The numbered fields of an upright page. Nothing confirms them, hence every line is read twice. */
export async function numberedFieldsOn(
  page: GreyPicture,
  text: PageText,
  country: string,
  today: Date,
): Promise<NumberedFieldsSeen | undefined> {
  const boxes = await text.boxesOn(page);
  if (boxes.length > MOST_LINES) return undefined;
  const lines: PrintedLine[] = [];
  const unsure: TextBox[] = [];
  for (const box of boxes) {
    const line = await lineIn(page, text, box);
    if (line) lines.push(line);
    else unsure.push(box);
  }
  const fields = numberedFieldsIn(lines, unsure, country, today);
  return fields && { ...fields, certainty: Math.min(...lines.map((line) => line.certainty)) };
}

/** How certain its looks are is enough: those that are alike are told apart by their places, and by the check of a number. */
async function lineIn(page: GreyPicture, text: PageText, box: TextBox): Promise<PrintedLine | undefined> {
  const plain = await text.lineIn(page, box, PLAIN);
  if (!plain || plain.certaintyOfLooks < LEGIBLE) return undefined;
  const narrow = await text.lineIn(page, box, NARROW);
  if (!narrow || narrow.certaintyOfLooks < LEGIBLE || compact(narrow.text) !== compact(plain.text)) return undefined;
  const better = narrow.certaintyOfLooks > plain.certaintyOfLooks ? narrow : plain;
  const { certaintyOfLooks: certainty, text: read } = better;
  return certainty >= SURE || !isLabelled(read) ? { text: read, box, certainty } : undefined;
}

/** O and 0, I and 1 are told apart by where they stand, and by the check of a number. */
const compact = (line: string): string =>
  folded(line)
    .replace(/[\s.,:]/g, '')
    .replaceAll('O', '0')
    .replaceAll('I', '1');

const isLabelled = (line: string): boolean => /^\d/.test(line.trim());

import type { GreyPicture } from '../mrz/grey-picture.js';
import type { PageText, PrintedLine } from '../viz/page-text.js';
import type { TextBox } from '../viz/text-detector.js';
import { folded, numberedFieldsIn, type NumberedFields } from './numbered-fields.js';

/** Relative widths at which each line is read. Both readings must agree. */
const [NARROW, PLAIN] = [0.75, 1];
const LEGIBLE = 0.5;
const SURE = 0.8;
/** A licence has about twenty pieces of text. A page with more pieces than this is no licence. */
const MOST_LINES = 60;

export interface NumberedFieldsSeen extends NumberedFields {
  /** The lowest probability of the shape of any character that was read. */
  readonly certainty: number;
}

/** The numbered fields of an upright page. Nothing else confirms them, so every line is read twice. */
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

/**
 * Reads a line at both widths. It suffices that the shapes of the characters are certain: whether a shape is O or 0 is
 * decided later, by its position and by the check of the number.
 */
async function lineIn(page: GreyPicture, text: PageText, box: TextBox): Promise<PrintedLine | undefined> {
  const plain = await text.lineIn(page, box, PLAIN);
  if (!plain || plain.certaintyOfLooks < LEGIBLE) return undefined;
  const narrow = await text.lineIn(page, box, NARROW);
  if (!narrow || narrow.certaintyOfLooks < LEGIBLE || compact(narrow.text) !== compact(plain.text)) return undefined;
  const better = narrow.certaintyOfLooks > plain.certaintyOfLooks ? narrow : plain;
  const { certaintyOfLooks: certainty, text: read } = better;
  return certainty >= SURE || !isLabelled(read) ? { text: read, box, certainty } : undefined;
}

/**
 * A text for comparison in which O and 0, and I and 1, are equal. Which of them is meant is decided later, by the
 * position and by the check of the number.
 */
const compact = (line: string): string =>
  folded(line)
    .replace(/[\s.,:]/g, '')
    .replaceAll('O', '0')
    .replaceAll('I', '1');

const isLabelled = (line: string): boolean => /^\d/.test(line.trim());

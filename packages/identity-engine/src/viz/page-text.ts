import type { GreyPicture } from '../mrz/grey-picture.js';
import type { RecognisedText } from './likeliest-text.js';
import { TextDetector, type TextBox } from './text-detector.js';
import { TextRecogniser } from './text-recogniser.js';

export interface PrintedLine extends Pick<RecognisedText, 'text' | 'certainty'> {
  readonly box: TextBox;
}

export type ReadLine = PrintedLine & RecognisedText;

interface Nets {
  readonly detector: TextDetector;
  readonly recogniser: TextRecogniser;
}

/**
 * Reads printed text on pages. Its neural nets take about 150 MB, so each thread loads them once, with its first page.
 */
export class PageText {
  #nets: Promise<Nets> | undefined;

  async load(): Promise<void> {
    await this.#loaded();
  }

  async boxesOn(page: GreyPicture): Promise<TextBox[]> {
    return (await this.#loaded()).detector.boxesOn(page);
  }

  /**
   * Reads one line. `width`: the factor by which the line is stretched first. Undefined for an empty line and for a
   * line of the machine readable zone.
   */
  async lineIn(page: GreyPicture, box: TextBox, width: number): Promise<ReadLine | undefined> {
    const found = await (await this.#loaded()).recogniser.textIn(page, box, width);
    return found.text === '' || isOfZone(found.text) ? undefined : { ...found, box };
  }

  #loaded(): Promise<Nets> {
    this.#nets ??= load();
    // The next page loads the nets again, because a missing file may exist by then.
    this.#nets.catch(() => (this.#nets = undefined));
    return this.#nets;
  }
}

async function load(): Promise<Nets> {
  return { detector: await TextDetector.load(), recogniser: await TextRecogniser.load() };
}

/** Fillers (`<`) of the machine readable zone as text recognition reads them: a long run of these letters. */
const FILLERS = /[<KLC]{6}/i;

/**
 * Lines of the machine readable zone are ignored: they repeat the zone's data and are not the text printed for people.
 */
export const isOfZone = (line: string): boolean => FILLERS.test(line);

/** Largest distance, and largest overlap, of neighbouring pieces of one row, in line heights. */
const FARTHEST = 2.5;
const MOST_OVERLAP = 1;

/** Joins pieces of text that are side by side into one line: dates are often printed in pieces. */
export function rowsOf(lines: readonly PrintedLine[]): PrintedLine[] {
  const left = [...lines].sort((a, b) => a.box.x0 - b.box.x0);
  const rows: PrintedLine[] = [];
  while (left.length > 0) {
    const row = left.splice(0, 1);
    for (let i = 0; i < left.length;) {
      const [last, next] = [row.at(-1), left[i]];
      if (last && next && isBeside(last.box, next.box)) row.push(...left.splice(i, 1));
      else i++;
    }
    const [first] = row;
    if (first && row.length > 1)
      rows.push({ text: row.map(({ text }) => text).join(' '), certainty: 0, box: around(row) });
  }
  return rows;
}

function around(row: readonly PrintedLine[]): TextBox {
  const sides = (side: keyof TextBox): number[] => row.map(({ box }) => box[side]);
  const [x0, y0] = [Math.min(...sides('x0')), Math.min(...sides('y0'))];
  return { x0, y0, x1: Math.max(...sides('x1')), y1: Math.max(...sides('y1')) };
}

function isBeside(a: TextBox, b: TextBox): boolean {
  const height = Math.min(a.y1 - a.y0, b.y1 - b.y0);
  const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  const gap = b.x0 - a.x1;
  return shared > height / 2 && gap < FARTHEST * height && gap > -MOST_OVERLAP * height;
}

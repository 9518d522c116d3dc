import { threadMs } from '../thread-time.js';
import { doubtsOf, printedWrong, type Doubt } from './acceptance.js';
import { FILLER } from './characters.js';
import { CellReader, type Probabilities, type Vector } from './cell-reader.js';
import { boxesIn, componentsOf, FRAMES, inkOf } from './components.js';
import { decoded as readingOf, type Reading } from './decoder.js';
import type { GlyphNet } from './glyph-net.js';
import { decoded, planesOf, type Planes, type RgbPicture } from './grey-picture.js';
import { GroupReader, isCharacter } from './group-reader.js';
import { FRA_ID, MRV_A, MRV_B, td1, td2, TD3, type Layout } from './layouts.js';
import { mostLikely } from './likelihood.js';
import { groupsOf } from './line-groups.js';
import { textLineOf, type TextLine } from './text-line.js';
import { chainsOf } from './text-lines.js';

export interface MrzFound {
  readonly reading: Reading;
  readonly doubts: readonly Doubt[];
  /** The corners of the zone, relative to the picture's width and height. */
  readonly corners: readonly Vector[];
  /** The distance of two columns, in pixels of the original picture. */
  readonly pitch: number;
}

export interface MrzRead {
  readonly outcome: 'accepted' | 'check_digits' | 'unsure' | 'other_layout' | 'not_found';
  readonly found?: MrzFound;
  readonly ms: number;
}

const SMALL = 800;
const LARGE = 1_500;
const FIRST_THRESHOLDS = [0.13, 0.22, 0.07];
const LATER_THRESHOLDS = [0.13];
const MOST_FRAMES = 3;
const FEWEST_COLUMNS = 17;
const LOWEST_MEAN = 0.4;
const LICENCE_COLUMNS: ReadonlySet<number> = new Set([29, 30, 31]);
/** The zone of a driving licence (ISO/IEC 18013-1), such as `D1FRA…`. */
const LICENCE = /^D[1-9<][A-Z]{3}[A-Z0-9<]{20,}</;
const CLEAR = 0.95;
/** Time left at the end of the budget. No new step starts within it. */
const RESERVE_MS = 100;

/** Reads the machine readable zone of a picture. It accepts a text only if no doubt is left. */
export class MrzReader {
  readonly #cells: CellReader;

  constructor(net: GlyphNet) {
    this.#cells = new CellReader(net);
  }

  async read(picture: Buffer | RgbPicture, budgetMs = 1_200): Promise<MrzRead> {
    const began = performance.now();
    const search = new Search(this.#cells, threadMs() + budgetMs);
    const rgb = Buffer.isBuffer(picture) ? await decoded(picture) : picture;
    const longest = Math.max(rgb.width, rgb.height);
    const sizes = longest <= SMALL ? [1_200, 1_700] : [Math.min(LARGE, longest), 1_000, 2_000];
    for (const [i, size] of sizes.entries()) {
      if (search.isOver(RESERVE_MS)) break;
      search.look(await planesOf(rgb, size), i === 0 ? FIRST_THRESHOLDS : LATER_THRESHOLDS, longest);
      if (search.best?.doubts.length === 0) break;
    }
    return { ...search.result(), ms: performance.now() - began };
  }
}

class Search {
  best: MrzFound | undefined;
  #otherLayout = false;

  constructor(
    private readonly cells: CellReader,
    private readonly deadline: number,
  ) {}

  isOver(reserve = 0): boolean {
    return threadMs() > this.deadline - reserve;
  }

  look(planes: Planes, thresholds: readonly number[], longest: number): void {
    const { width, height } = planes.grey;
    const scale = longest / Math.max(width, height);
    for (const threshold of thresholds) {
      if (this.isOver(RESERVE_MS)) return;
      const components = componentsOf(inkOf(planes.grey, threshold), width, height);
      for (const lines of this.#frames(components)) {
        if (this.isOver()) return;
        if (groupsOf(lines).some((group) => this.#read(planes, group, scale))) return;
        this.#lookForOthers(planes, lines);
      }
    }
  }

  result(): Pick<MrzRead, 'outcome' | 'found'> {
    const found = this.best;
    if (found?.doubts.length === 0) return { outcome: 'accepted', found };
    if (found && printedWrong(found.reading)) return { outcome: 'check_digits', found };
    if (this.#otherLayout && !found) return { outcome: 'other_layout' };
    return found && found.reading.mean >= LOWEST_MEAN ? { outcome: 'unsure', found } : { outcome: 'not_found' };
  }

  /** The text lines of each direction. The direction with the two most complete lines comes first. */
  #frames(components: readonly Float32Array[]): TextLine[][] {
    const frames = Array.from({ length: FRAMES }, (_, frame) => {
      if (this.isOver()) return { lines: [], fullness: 0 };
      const lines = chainsOf(boxesIn(components, frame)).flatMap((chain) => {
        const line = textLineOf(chain, frame);
        return line && line.columns >= FEWEST_COLUMNS ? [line] : [];
      });
      const [first = 0, second = 0] = lines
        .map(({ found, columns }) => found.length ** 2 / columns)
        .sort((a, b) => b - a);
      return { lines, fullness: first + second };
    });
    const full = frames.filter(({ lines }) => lines.length > 0).sort((a, b) => b.fullness - a.fullness);
    return full.slice(0, MOST_FRAMES).map(({ lines }) => lines);
  }

  /**
   * Returns true if the search is over, because the text of this group of lines was accepted or the time is used up.
   */
  #read(planes: Planes, group: readonly TextLine[], scale: number): boolean {
    if (this.isOver()) return true;
    const widths = widthsFor(group);
    if (widths.length === 0) return false;
    const reader = GroupReader.of(this.cells, planes, group);
    if (!reader) return false;
    for (const columns of widths) {
      if (this.isOver()) return true;
      const found = foundIn(reader, columns, planes, scale);
      if (isBetter(found, this.best)) this.best = found;
      if (found.doubts.length === 0) return true;
    }
    return false;
  }

  /** Recognizes the single-line zone of driving licences. Zones in any other unknown format count as unreadable. */
  #lookForOthers(planes: Planes, lines: readonly TextLine[]): void {
    const longest = lines.reduce<TextLine | undefined>((a, b) => (a && a.columns >= b.columns ? a : b), undefined);
    if (this.best || !longest || !LICENCE_COLUMNS.has(longest.columns) || this.isOver(RESERVE_MS)) return;
    const reader = GroupReader.of(this.cells, planes, [longest]);
    if (!reader || reader.quality < CLEAR) return;
    const text = reader.asFound().map(mostLikely).join('');
    this.#otherLayout ||= LICENCE.test(text);
  }
}

const isBetter = (one: MrzFound, other: MrzFound | undefined): boolean => {
  if (!other) return true;
  const accepted = Number(one.doubts.length === 0) - Number(other.doubts.length === 0);
  return accepted !== 0 ? accepted > 0 : one.reading.mean > other.reading.mean;
};

const widthsFor = (group: readonly TextLine[]): number[] => {
  const widest = Math.max(...group.map(({ columns }) => columns));
  return (group.length === 3 ? [30] : [44, 36]).filter((columns) => widest >= columns * 0.6 && widest <= columns + 6);
};

const LAYOUTS: ReadonlyMap<number, readonly [Layout, ...Layout[]]> = new Map([
  [30, [td1()]],
  [36, [td2(), FRA_ID]],
  [44, [TD3]],
]);

const bestFitting = (reader: GroupReader, [first, ...others]: readonly [Layout, ...Layout[]]): Layout =>
  others.reduce((best, layout) => (reader.fit(layout).fit > reader.fit(best).fit ? layout : best), first);

function foundIn(reader: GroupReader, columns: number, planes: Planes, scale: number): MrzFound {
  const plain = bestFitting(reader, LAYOUTS.get(columns) ?? [TD3]);
  const { cells, corners } = reader.cells(plain);
  const readings = layoutsFor(plain, cells).map((layout) => readingOf(cells, layout));
  const rated = readings.map((reading) => ({ reading, doubts: doubtsOf(reading) }));
  const [first = { reading: readingOf(cells, plain), doubts: ['confidence'] as Doubt[] }] = rated;
  const { reading, doubts } = rated.find((each) => each.doubts.length === 0) ?? first;
  const { width, height } = planes.grey;
  return {
    reading,
    doubts,
    corners: corners.map(([x, y]) => [x / width, y / height]),
    pitch: Math.hypot(reader.middle.stepX, reader.middle.stepY) * scale,
  };
}

/** The layouts that a zone may have, by its first characters and by the check digit of its number. */
function layoutsFor(plain: Layout, cells: readonly (readonly Probabilities[])[]): Layout[] {
  const [top = [], second = []] = cells;
  if (plain.format === 'TD1') return [longOr(plain, td1, top, 14, 15)];
  if (isCharacter(top[0], 'V')) return [plain.format === 'TD3' ? MRV_A : MRV_B];
  if (plain.format === 'TD3') return [plain];
  return [plain.format === 'FRA-ID' ? plain : longOr(plain, td2, second, 9, 28)];
}

/**
 * The layout for a long number if there is a filler in place of its check digit. The number then ends before the next
 * filler in the optional data.
 */
function longOr(
  plain: Layout,
  long: (rest: number) => Layout,
  row: readonly Probabilities[],
  check: number,
  optional: number,
): Layout {
  if (!isCharacter(row[check], FILLER)) return plain;
  const end = row.findIndex((cell, i) => i >= optional && isCharacter(cell, FILLER));
  const rest = end - optional - 1;
  return rest >= 1 ? long(rest) : plain;
}

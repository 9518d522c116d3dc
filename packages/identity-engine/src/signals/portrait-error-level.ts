import type { Box } from '@countersign/face-geometry';
import { median } from '../mrz/text-lines.js';
import type { FileLosses } from './error-level.js';
import { signalOf, type Signal } from './picture-signals.js';

/** Distances relative to the face: closer than PORTRAIT is certainly the portrait, beyond PAGE certainly the page. */
const [PORTRAIT, PAGE] = [0.1, 0.9];
/** Cells with less detail are ignored, because they lose almost nothing however often they were compressed. */
const LEAST_BUSY = 12;
const LEAST_LOSS = 4;
/** How many page cells with a similar amount of detail each cell of the portrait is compared with. */
const ALIKE = 16;
const FEWEST = { portrait: 6, page: 40 };

/**
 * Above this, the signal `portrait_error_level` is raised. All honest specimens that were measured are lower, including
 * those composed by programs.
 */
const LIMIT = 0.7;

interface Cell {
  readonly loss: number;
  readonly busy: number;
}

/**
 * Measures how much more the portrait loses than the rest of the page when the file is compressed again: a pasted
 * portrait was compressed less often. `face`: relative to the upright picture.
 */
export function portraitErrorSignals(losses: FileLosses, face: Box): Signal[] {
  const level = portraitErrorLevel(losses, face);
  return level === undefined ? [] : [signalOf('portrait_error_level', level, LIMIT)];
}

/** How much more the portrait loses than the page. Undefined if there are too few cells to compare. */
export function portraitErrorLevel(
  { cells, columns, rows, area, orientation }: FileLosses,
  face: Box,
): number | undefined {
  const { left, top, width, height } = inFile(face, orientation);
  const [portrait, page]: [Cell[], Cell[]] = [[], []];
  for (let i = 0; i < columns * rows; i++) {
    const x = area.left + (((i % columns) + 0.5) / columns) * area.width;
    const y = area.top + ((Math.floor(i / columns) + 0.5) / rows) * area.height;
    const from = Math.max(left - x, x - left - width) / width;
    const above = Math.max(top - y, y - top - height) / height;
    const farthest = Math.max(from, above);
    const [more = 0, less = 0, busy = 0] = cells.subarray(3 * i, 3 * i + 3);
    if (busy < LEAST_BUSY) continue;
    if (farthest < PORTRAIT) portrait.push({ loss: Math.log(more + less + LEAST_LOSS), busy });
    else if (farthest > PAGE) page.push({ loss: Math.log(more + less + LEAST_LOSS), busy });
  }
  if (portrait.length < FEWEST.portrait || page.length < FEWEST.page) return undefined;
  page.sort((a, b) => a.busy - b.busy);
  return median(portrait.map(({ loss, busy }) => loss - usualLoss(page, busy)));
}

function usualLoss(page: readonly Cell[], busy: number): number {
  const at = page.findIndex((cell) => cell.busy >= busy);
  const from = Math.max(0, Math.min(at < 0 ? page.length : at, page.length) - ALIKE / 2);
  return median(page.slice(from, from + ALIKE).map(({ loss }) => loss));
}

/**
 * Converts a box to the coordinates of the stored picture, which cameras do not rotate but mark with an orientation.
 */
function inFile({ left, top, width, height }: Box, orientation: number): Box {
  if (orientation === 3) return { left: 1 - left - width, top: 1 - top - height, width, height };
  if (orientation === 6) return { left: top, top: 1 - left - width, width: height, height: width };
  if (orientation === 8) return { left: 1 - top - height, top: left, width: height, height: width };
  return { left, top, width, height };
}

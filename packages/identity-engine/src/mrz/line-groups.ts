import type { TextLine } from './text-line.js';

const MOST_LINES = 14;
const MOST_GROUPS = 6;
const PREFERENCE_FOR_THREE = 1.02;

/**
 * Groups of two or three adjacent text lines that may be a machine readable zone, the most complete group first. The
 * lines of a group may be in reverse order.
 */
export function groupsOf(lines: readonly TextLine[]): TextLine[][] {
  const fullest = [...lines].sort((a, b) => b.found.length - a.found.length).slice(0, MOST_LINES);
  const [first] = fullest;
  if (!first) return [];
  const down = ({ middle }: TextLine): number => -middle.x * first.middle.stepY + middle.y * first.middle.stepX;
  const ordered = fullest.sort((a, b) => down(a) - down(b));
  const groups: TextLine[][] = [];
  ordered.forEach((a, i) => {
    ordered.slice(i + 1).forEach((b, j) => {
      if (!areAdjacent(a, b)) return;
      for (const c of ordered.slice(i + j + 2)) if (areAdjacent(b, c)) groups.push([a, b, c]);
      groups.push([a, b]);
    });
  });
  return groups.sort((a, b) => fullness(b) - fullness(a)).slice(0, MOST_GROUPS);
}

function fullness(group: readonly TextLine[]): number {
  const found = group.reduce((sum, line) => sum + line.found.length, 0);
  return (found / group.length) * (group.length === 3 ? PREFERENCE_FOR_THREE : 1);
}

function areAdjacent(a: TextLine, b: TextLine): boolean {
  const pitch = (a.pitch + b.pitch) / 2;
  const length = Math.hypot(a.middle.stepX, a.middle.stepY);
  const [ux, uy] = [a.middle.stepX / length, a.middle.stepY / length];
  const [dx, dy] = [b.middle.x - a.middle.x, b.middle.y - a.middle.y];
  const down = Math.abs(-dx * uy + dy * ux);
  const alike = Math.abs(a.pitch - b.pitch) < 0.22 * pitch;
  return alike && down > pitch && down < 4.4 * pitch && Math.abs(dx * ux + dy * uy) < 10 * pitch;
}

import { readdirSync, readFileSync } from 'node:fs';

const COMPLIANCE = 'docs/compliance';
/** Pages with a test in the last column. */
const TABLES = [
  ...readdirSync(COMPLIANCE)
    .filter((file) => !/^(?:README|dpia)\.md$/.test(file))
    .map((file) => `${COMPLIANCE}/${file}`),
  'docs/security/threat-model.md',
];
const PAGES = [...readdirSync(COMPLIANCE).map((file) => `${COMPLIANCE}/${file}`), 'docs/security/white-paper.md'];
const read = (path: string): string => readFileSync(path, 'utf8');

/** The last cell of each row of the tables whose head ends with `test` or `Test`. */
function lastCells(page: string): string[] {
  const tables = read(page).match(/(?:^\|.*\|\n)+/gm) ?? [];
  return tables
    .map((table) =>
      table
        .trimEnd()
        .split('\n')
        .map((row) => row.split('|').at(-2)?.trim() ?? ''),
    )
    .filter(([head]) => head?.toLowerCase() === 'test')
    .flatMap((cells) => cells.slice(2));
}

describe('What is claimed', () => {
  it.each(TABLES)('is shown by a test, row by row, or is by design: %s', (page) => {
    const cells = lastCells(page);
    expect(cells.length).toBeGreaterThan(9);
    expect(cells.filter((cell) => cell !== 'by design' && !/\]\(\S*\.(?:spec|group)\.ts\)$/.test(cell))).toEqual([]);
  });

  it.each(PAGES)('is no certificate: %s', (page) => {
    expect(read(page)).not.toMatch(/\b(?:is|are|fully) (?:certified|compliant|accredited)\b/i);
    if (page.startsWith(COMPLIANCE)) expect(read(page)).toContain('to be reviewed by your counsel');
  });
});

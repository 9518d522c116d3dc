import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'docs/compliance';

/** How many requirements each section of the chapters 6, 7 and 10 of ASVS 5.0 has. */
const SECTIONS: Readonly<Record<string, number>> = {
  ...{ '6.1': 3, '6.2': 12, '6.3': 8, '6.4': 6, '6.5': 8, '6.6': 4, '6.7': 2, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 3, '7.6': 2 },
  ...{ '10.1': 2, '10.2': 3, '10.3': 5, '10.4': 16, '10.5': 5, '10.6': 2, '10.7': 3 },
};

const rows = readFileSync(`${FOLDER}/asvs.md`, 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => {
    const [, requirement = '', , verdict = '', how = '', tests = ''] = line.split(/ *\| */);
    return { requirement, verdict, how, tests };
  });

describe('The page about ASVS', () => {
  it('has every requirement once, in their order', () => {
    const wanted = Object.entries(SECTIONS).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
    );
    expect(rows.map(({ requirement }) => requirement)).toEqual(wanted);
  });

  it('counts the verdicts of each chapter, and leaves none of V10 unmet', () => {
    const text = readFileSync(`${FOLDER}/asvs.md`, 'utf8');
    const verdicts = ['met', 'by a setting', 'in part', 'not met', 'not applicable'];
    for (const chapter of ['6', '7', '10']) {
      const told = text.split('\n').find((line) => line.startsWith(`| V${chapter} `)) ?? '';
      const of = rows.filter(({ requirement }) => requirement.startsWith(`${chapter}.`));
      const counted = verdicts.map((one) => of.filter(({ verdict }) => verdict === one).length);
      expect(told.match(/\d+(?= *\|)/g)?.map(Number)).toEqual([...counted, of.length]);
      if (chapter === '10') expect(counted.slice(2, 4)).toEqual([0, 0]);
    }
  });

  it.each(rows.map((row) => [row.requirement, row] as const))(
    'has a verdict on %s, and a test or a reason',
    (_, row) => {
      expect(row.verdict).toMatch(/^(?:met|by a setting|in part|not met|not applicable)$/);
      const named = [...row.tests.matchAll(/"([^"]+)" in \[[^\]]+\]\(([^)]+)\)/g)];
      if (row.verdict === 'met' || row.verdict === 'by a setting') expect(named).not.toEqual([]);
      else expect(row.how.length).toBeGreaterThan(20);
      const missing = named.filter(([, title = '', path = '']) => {
        const file = join(FOLDER, path);
        return !existsSync(file) || !readFileSync(file, 'utf8').includes(title);
      });
      expect(missing).toEqual([]);
    },
  );
});

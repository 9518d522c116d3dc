interface Document {
  readonly path: string;
  readonly text: () => string;
}

/** JavaScript, since the bench runs it. */
const load = async <T>(path: string): Promise<T> => (await import(`../../${path}`)) as T;
const { performanceDocuments } = await load<{ performanceDocuments: (figures: object) => Document[] }>(
  'scripts/lib/documents/performance-page.mjs',
);
const { quartiles } = await load<{ quartiles: (values: number[]) => [number, number] }>('bench/support/statistics.mjs');

const spread = (median: number): object => ({ median, low: median * 0.9, high: median * 1.1 });
const side = (name: string, rate: number, costs: object): object => ({ name, rate: spread(rate), costs });

const own = side('Countersign', 1_500, { service: 600, database: 100, statements: 1, syncs: 0 });
const figures = {
  at: '2026-01-02T03:04:05.000Z',
  plan: { rounds: 9, seconds: 1, warmSeconds: 10 },
  machine: {
    ...{ processor: 'A processor', cores: 2, memoryGiB: 8, system: 'Linux', node: '20', postgresql: '17' },
    ...{ settings: { fsync: 'on' }, coresApart: true, loadBefore: 0.1 },
  },
  rows: [
    {
      ...{ id: 'look-up', name: 'look a user up', subject: own, ratio: spread(0.19) },
      baseline: side('<bare> Express', 8_000, { service: 120 }),
    },
    { id: 'look-up', name: 'look a user up', missing: 'another server: not installed' },
    { id: 'alone', name: 'alone', subject: own },
  ],
};

const [page, ratios, costs] = performanceDocuments(figures).map(({ text }) => text());

describe('The page of figures', () => {
  it('says on what machine they were taken', () => {
    expect(page).toContain('| Processor | A processor, 2 cores |');
    expect(page).toContain('| Measured | 2026-01-02 |');
  });

  it('has both sides of a row, and ours once', () => {
    expect(page).toContain('| Countersign | 1,500 (1,350 to 1,650) |  | 600 | 100 | 1.00 | 0.00 |');
    expect(page).toContain('| <bare> Express | 8,000 (7,200 to 8,800) | 0.19 (0.17 to 0.21) | 120 |  |  |  |');
  });

  it('says what is not installed', () => {
    expect(page).toContain('| another server: not installed |');
  });
});

describe.each([
  ['ratios', ratios],
  ['costs', costs],
])('The picture of %s', (_name, picture) => {
  it('has a title, and its values in words', () => {
    expect(picture).toMatch(/<svg [^>]*role="img" aria-labelledby="title description"/);
    expect(picture).toMatch(/<title id="title">[^<]+<\/title>/);
    expect(picture).toMatch(/<desc id="description">look a user up: [^<]*&lt;bare&gt; Express[^<]*<\/desc>/);
  });

  it('can be read in light and in dark, and loads nothing', () => {
    expect(picture).toContain('prefers-color-scheme: dark');
    expect(picture).not.toMatch(/href|url\(|NaN|undefined/);
  });
});

describe('The middle half of values', () => {
  it('leaves out the least and the greatest quarter', () => {
    expect(quartiles([9, 1, 2, 8, 3, 7, 4, 6, 5])).toEqual([3, 7]);
    expect(quartiles([5])).toEqual([5, 5]);
  });
});

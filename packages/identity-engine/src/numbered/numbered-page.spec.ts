import type { GreyPicture } from '../mrz/grey-picture.js';
import type { PageText, ReadLine } from '../viz/page-text.js';
import type { TextBox } from '../viz/text-detector.js';
import { numberedFieldsOn } from './numbered-page.js';

const PAGE: GreyPicture = { pixels: new Uint8Array(1), width: 1_000, height: 1_000 };
const ROWS = [
  ...['FÜHRERSCHEIN', '1. MUSTERMANN', '2. ERIKA', '3. 12.08.64 BERLIN', '4a. 01.09.21 4c. LRA'],
  ...['4b. 31.08.36', '5. B072RRE7I45', '9. AM/B/L'],
];

type Certainty = Pick<ReadLine, 'certainty' | 'certaintyOfLooks'>;
/** Reads a page whose rows have these certainties (default: high), and these texts at the narrow width. */
const numberOn = async (told: Readonly<Record<number, Certainty>>, narrow: Readonly<Record<number, string>> = {}) => {
  const text: Pick<PageText, 'boxesOn' | 'lineIn'> = {
    boxesOn: () => Promise.resolve(ROWS.map((_, i) => ({ x0: 300, x1: 700, y0: 40 * i, y1: 40 * i + 20 }))),
    lineIn: (_page, box: TextBox, width): Promise<ReadLine> => {
      const row = box.y0 / 40;
      const seen = width < 1 ? narrow[row] : undefined;
      const read = seen ?? ROWS[row] ?? '';
      return Promise.resolve({
        ...{ text: read, legible: read },
        certainty: 0.95,
        certaintyOfLooks: 0.95,
        ...told[row],
        box,
      });
    },
  };
  return (await numberedFieldsOn(PAGE, text as PageText, 'DEU', new Date('2026-06-01')))?.number;
};

describe('the numbered fields on a page', () => {
  it('are read', async () => expect(await numberOn({})).toBe('B072RRE7I45'));

  it('are read where only a gap after a label, or which of I and 1 it is, was not sure', async () => {
    const unsure = { certainty: 0.6, certaintyOfLooks: 0.95 };
    expect(await numberOn({ 3: unsure, 6: unsure })).toBe('B072RRE7I45');
  });

  it('are not read where a character of a field was not sure', async () => {
    for (const row of [1, 2, 3, 4, 5, 6, 7])
      expect(await numberOn({ [row]: { certainty: 0.79, certaintyOfLooks: 0.79 } })).toBeUndefined();
  });

  it('are not read where another width says something else', async () =>
    expect(await numberOn({}, { 6: '5. B072RRE7I46' })).toBeUndefined());
});

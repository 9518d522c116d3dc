import type { GreyPicture } from '../mrz/grey-picture.js';
import { ILLEGIBLE } from './likeliest-text.js';
import { fieldsOn } from './page-fields.js';
import type { PageText, ReadLine } from './page-text.js';
import type { TextBox } from './text-detector.js';

const PAGE: GreyPicture = { pixels: new Uint8Array(1_000_000), width: 1_000, height: 1_000 };
const EXPECTED = { number: 'L898902C3', surname: 'MUELLER', givenNames: 'ANNA LI', birthDate: '1974-08-12' };
const FIELDS = ['L898902C3', 'Müller', 'Anna Li', '12 AUG 1974'];
const ALL = { number: 'same', surname: 'same', givenNames: 'same', birthDate: 'same' };

interface Line {
  readonly first: string;
  readonly again?: string;
  readonly certainty?: number;
  /** The text with `ILLEGIBLE` marks; if it is missing, the line is read completely or not at all. */
  readonly legible?: string;
}

/** A page of lines below each other. Each line has a text for the first reading and one for later readings. */
function pageWith(lines: readonly Line[]) {
  const boxes = lines.map(({ first }, i) => ({ x0: 10, y0: 50 * i, x1: 10 + 10 * first.length, y1: 50 * i + 20 }));
  const read: string[] = [];
  const text: Pick<PageText, 'boxesOn' | 'lineIn'> = {
    boxesOn: () => Promise.resolve(boxes),
    lineIn: (_page, box: TextBox): Promise<ReadLine> => {
      const { first = '', again, certainty = 0.95, legible } = lines[Math.round(box.y0 / 50)] ?? {};
      const isFirst = !read.includes(first);
      read.push(first);
      const sure = isFirst ? certainty : 0.95;
      const line = isFirst ? first : (again ?? first);
      return Promise.resolve({
        text: line,
        legible: legible ?? (sure < 0.5 ? ILLEGIBLE : line),
        certainty: sure,
        certaintyOfLooks: sure,
        box,
      });
    },
  };
  return { text: text as PageText, read };
}

const seenOn = async (lines: readonly Line[]) => (await fieldsOn(PAGE, pageWith(lines).text, EXPECTED, {})).seen;
const certain = (texts: readonly string[]): Line[] => texts.map((first) => ({ first }));

describe('The fields on a page', () => {
  it('are looked for until all are found', async () => {
    const { text, read } = pageWith([...certain(FIELDS), ...certain(['x'.repeat(60), 'y'.repeat(70)])]);
    expect((await fieldsOn(PAGE, text, EXPECTED, {})).seen).toEqual(ALL);
    expect(read.toSorted()).toEqual(FIELDS.toSorted());
  });

  it('are read again where a line was read without certainty', async () => {
    const unsure = { first: 'Mülier', again: 'Müller', certainty: 0.6 };
    expect(await seenOn([unsure, ...certain(FIELDS.toSpliced(1, 1))])).toEqual(ALL);
  });

  it('are another text where a line was read with certainty, whatever another look at it would say', async () => {
    const altered = { first: 'Muller', again: 'Müller', certainty: 0.99 };
    const expected = { ...EXPECTED, surname: 'MILLER' };
    const { text } = pageWith([{ ...altered, again: 'Miller' }, ...certain(FIELDS.toSpliced(1, 1))]);
    expect((await fieldsOn(PAGE, text, expected, {})).seen).toEqual({ ...ALL, surname: 'other' });
  });

  it('are read again where two letters that are the same may have been read as one', async () => {
    const merged = { first: 'Müler', again: 'Müller', certainty: 0.99 };
    expect(await seenOn([merged, ...certain(FIELDS.toSpliced(1, 1))])).toEqual(ALL);
    const printedSo = { ...merged, again: 'Müler' };
    expect((await seenOn([printedSo, ...certain(FIELDS.toSpliced(1, 1))])).surname).toBe('other');
  });

  it('are read again where a number is short by many zeros, which were read as one', async () => {
    const expected = { ...EXPECTED, number: 'AA0000000' };
    const numberSeen = async (again: string) => {
      const { text } = pageWith([{ first: 'A00', again }, ...certain(FIELDS.slice(1))]);
      return (await fieldsOn(PAGE, text, expected, {})).seen.number;
    };
    expect(await numberSeen('AA 0000000')).toBe('same');
    expect(await numberSeen('AA 000000')).toBe('other');
  });

  it('are not confirmed by a line that is hardly legible, such as a signature', async () => {
    const signature = { first: 'Anna Li', certainty: 0.4 };
    expect((await seenOn([signature, ...certain(FIELDS.toSpliced(2, 1))])).givenNames).toBe('same');
    const scrawl = { ...signature, again: 'Arma Ii' };
    expect((await seenOn([scrawl, ...certain(FIELDS.toSpliced(2, 1))])).givenNames).not.toBe('same');
  });

  it('are found on a line whose label, or the same name in another script, is hardly legible', async () => {
    const lines: Line[] = [
      { first: 'N9 L898902C3', certainty: 0.3, legible: `${ILLEGIBLE} L898902C3` },
      { first: 'MIOJIJIEP/MUELLER', certainty: 0.3, legible: `${ILLEGIBLE}/MUELLER` },
      { first: 'AHHA JIN/ANNA LI', certainty: 0.3, legible: `${ILLEGIBLE} ${ILLEGIBLE}/ANNA LI` },
      { first: 'Ne(e)le:12.08.1974', certainty: 0.3, legible: `${ILLEGIBLE}(${ILLEGIBLE})${ILLEGIBLE}:12.08.1974` },
    ];
    expect(await seenOn(lines)).toEqual(ALL);
    const altered = { first: 'MIOJIJIEP/MUELIER', certainty: 0.3, legible: `${ILLEGIBLE}/MUELIER` };
    expect((await seenOn(lines.toSpliced(1, 1, altered))).surname).toBe('other');
  });
});

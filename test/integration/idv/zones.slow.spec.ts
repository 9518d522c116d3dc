import sharp from 'sharp';
import {
  type Condition,
  CONDITIONS,
  type Drawing,
  HARD_CONDITIONS,
  randomSpecimen,
  type SpecimenData,
  zoneOf,
} from '@countersign/identity-engine/specimens';
import { specimens } from '../../support/specimens.js';

const PATIENT_MS = 10_000; // what is tested is the text, not the time of a busy machine
const SMALLER = { ...CONDITIONS.clean, width: 850 };

const read = (specimen: SpecimenData, condition: Condition, drawing: Drawing = {}, budgetMs = PATIENT_MS) =>
  specimens().run({ specimen, condition, drawing, budgetMs });
const long = (format: 'TD1' | 'TD2', number: string): SpecimenData => ({ ...randomSpecimen(format, 5), number });

describe('The reader of machine readable zones', () => {
  it.each([
    ['a card', randomSpecimen('TD1', 101), HARD_CONDITIONS['foreshortened 15 %']],
    ['an old card', randomSpecimen('TD2', 102), CONDITIONS['dim, noisy']],
    ['a passport', randomSpecimen('TD3', 103), HARD_CONDITIONS['turned 25°']],
    ['a passport on its head', randomSpecimen('TD3', 104), CONDITIONS['upside down']],
    ['a visa', randomSpecimen('MRV-A', 105), CONDITIONS['900 px']],
    ['a small visa', randomSpecimen('MRV-B', 106), CONDITIONS['turned 8°']],
    ['a French card', randomSpecimen('FRA-ID', 107), SMALLER],
    ['a card with a long number', long('TD1', 'D23145890734'), SMALLER],
    ['an old card with a long number', long('TD2', 'X12345678AB1'), SMALLER],
  ])('reads %s to the letter', async (_, data, condition) => {
    const { outcome, format, lines } = await read(data, condition);
    expect({ outcome, format, lines }).toEqual({ outcome: 'accepted', format: data.format, lines: zoneOf(data) });
  });

  it('tells the printed text, not a repaired one, when check digits do not hold', async () => {
    const data = randomSpecimen('TD3', 108);
    const [first = '', second = ''] = zoneOf(data);
    const year = second[13] === '7' ? '6' : '7';
    const altered = [first, `${second.slice(0, 13)}${year}${second.slice(14)}`];
    const { outcome, rawLines } = await read(data, SMALLER, { zone: altered });
    expect([outcome, rawLines]).toEqual(['check_digits', altered]);
  });

  it.each([
    ['too small to be read', { width: 260 }],
    ['badly out of focus', { width: 1000, blur: 7 }],
  ])('is not sure of a zone that is %s', async (_, condition) => {
    const { outcome } = await read(randomSpecimen('TD3', 109), condition, {}, 1_200);
    expect(['unsure', 'not_found']).toContain(outcome);
  });

  it('finds none where there is none, within its time', async () => {
    const { outcome, ms } = await read(randomSpecimen('TD1', 110), SMALLER, { side: 'front' }, 600);
    expect(outcome).toBe('not_found');
    expect(ms).toBeLessThan(PATIENT_MS);
  });

  it('tells a driving licence by its zone of one line', async () => {
    const licence = { ...randomSpecimen('TD1', 111), number: '' };
    const zone = ['D1FRA13AA000026181231MARTIN<<9'];
    const { outcome } = await read(licence, SMALLER, { zone });
    expect(outcome).toBe('other_layout');
  });

  it('reads nothing in noise', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: 'white', noise } });
    const { outcome } = await specimens().run({ picture: await picture.jpeg().toBuffer(), budgetMs: 600 });
    expect(outcome).toBe('not_found');
  });
});

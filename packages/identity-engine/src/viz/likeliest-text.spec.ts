import { ILLEGIBLE, likeliestText } from './likeliest-text.js';

const CHARACTERS = ['', '5', '.', ' ', 'O', '0', 'B'];
/** Likelihood of each character at one step. */
type Step = Readonly<Partial<Record<string, number>>>;
const read = (...steps: Step[]) =>
  likeliestText(
    Float32Array.from(steps.flatMap((step) => CHARACTERS.map((character) => step[character] ?? 0))),
    CHARACTERS,
  );

describe('the likeliest text', () => {
  it('has each character once that goes on, and twice after none', () => {
    expect(read({ B: 0.7 }, { B: 0.9 }, { '': 0.9 }, { B: 0.8 })).toMatchObject({ text: 'BB' });
  });

  it('is as certain as its least likely character is where that is likeliest', () => {
    const { certainty, certaintyOfLooks } = read({ B: 0.6 }, { B: 0.9 }, { '5': 0.8 });
    expect(certainty).toBeCloseTo(0.8);
    expect(certaintyOfLooks).toBeCloseTo(0.8);
  });

  it('looks alike with O or 0', () => {
    const { text, certainty, certaintyOfLooks } = read({ '0': 0.55, O: 0.4 }, { B: 0.96 });
    expect([text, certainty.toFixed(2), certaintyOfLooks.toFixed(2)]).toEqual(['0B', '0.55', '0.95']);
  });

  it('looks alike with or without a gap, but between letters', () => {
    const label = [{ '5': 0.99 }, { '.': 0.98 }];
    expect(read(...label, { ' ': 0.6 }, { B: 0.97 }).certaintyOfLooks).toBeCloseTo(0.97);
    expect(read({ '5': 0.99 }, { ' ': 0.6 }, { B: 0.97 }).certaintyOfLooks).toBeCloseTo(0.97);
    expect(read({ B: 0.99 }, { ' ': 0.6 }, { O: 0.97 }).certaintyOfLooks).toBeCloseTo(0.6);
  });

  it('is doubted where a gap between letters may have been missed', () => {
    const missed = read({ B: 0.98, ' ': 0.01 }, { '': 0.5, ' ': 0.45 }, { O: 0.97 });
    expect([missed.text, missed.certaintyOfLooks.toFixed(2)]).toEqual(['BO', '0.55']);
    expect(read({ B: 0.98 }, { '': 0.5, ' ': 0.45 }, { ' ': 0.9 }, { O: 0.97 }).certaintyOfLooks).toBeCloseTo(0.9);
    expect(read({ B: 0.98 }, { '': 0.5, ' ': 0.45 }, { '5': 0.97 }).certaintyOfLooks).toBeCloseTo(0.97);
  });

  it('is legible but for the words that were hardly read', () => {
    const label = [{ B: 0.4 }, { O: 0.9 }];
    expect(read(...label, { ' ': 0.6 }, { '5': 0.97 }, { O: 0.91 })).toMatchObject({
      text: 'BO 5O',
      legible: `${ILLEGIBLE} 5O`,
    });
    expect(read(...label, { ' ': 0.6 }, { '5': 0.97 }, { O: 0.89 })).toMatchObject({
      legible: `${ILLEGIBLE} ${ILLEGIBLE}`,
    });
    expect(read({ B: 0.6 }, { ' ': 0.6 }, { '5': 0.5 })).toMatchObject({ legible: 'B 5' });
  });

  it('is legible whatever parts numbers, and not where letters may not be parted', () => {
    expect(read({ '5': 0.95 }, { '.': 0.3 }, { '5': 0.95 }, { '.': 0.3 }, { B: 0.95 })).toMatchObject({
      legible: '5.5.B',
    });
    expect(read({ O: 0.95 }, { '.': 0.3 }, { B: 0.95 })).toMatchObject({ legible: `O${ILLEGIBLE}B` });
  });

  it('is empty where there is nothing to read', () =>
    expect(read({ '': 1 })).toEqual({ text: '', legible: '', certainty: 1, certaintyOfLooks: 1 }));
});

import { doubtsOf } from './acceptance.js';
import type { Reading } from './decoder.js';
import { MRV_A, TD3, type Layout } from './layouts.js';

const NAMES = 'UTOERIKSSON<<ANNA<MARIA'.padEnd(42, '<');
const SURE = { digitsHold: true, margin: 99, nameMargin: 99, stateMargin: 99, mean: 1, lowest: 1, lowestOfNames: 1 };
const read = (layout: Layout, code: string, second: string) =>
  doubtsOf({ ...SURE, corrections: 0, layout, lines: [code + NAMES, second] } as unknown as Reading);

describe('A letter among the fillers of optional data', () => {
  it.each([
    ['on a visa', MRV_A, 'V<', '01YH3ZW808UTO6203087M3205068<<<<K<<<<<<<<<<<'],
    ['at the end', MRV_A, 'V<', '01YH3ZW808UTO6203087M3205068<<<<<<<<<<<<<<<K'],
    ['where check digits do not tell it from a filler', TD3, 'P<', 'L898902C36UTO7408122F1204159K<<<<<<<<<<<<<<6'],
  ])('%s is doubted', (_, layout, code, second) => expect(read(layout, code, second)).toEqual(['stray']));

  it.each([
    ['nothing but fillers', MRV_A, 'V<', '01YH3ZW808UTO6203087M3205068<<<<<<<<<<<<<<<<'],
    ['data of the state', MRV_A, 'V<', 'L8988901C4XXX4009078F96121096ZE184226B<<<<<<'],
    ['a digit by itself', TD3, 'P<', 'L898902C36UTO7408122F12041597<<<<<<<<<<<<<<6'],
  ])('%s is not', (_, layout, code, second) => expect(read(layout, code, second)).toEqual([]));
});

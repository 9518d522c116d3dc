import { text } from 'node:stream/consumers';
import { drawSpecimen } from './specimen.js';
import type { SpecimenData } from './specimen-data.js';

/** Specimen that the program draws, on its standard input; the portrait is in base64. */
export interface SpecimenOrder {
  readonly data: SpecimenData;
  readonly side: 'front' | 'back';
  readonly portrait: string;
}

// A program of its own: specimens are drawn by SVG, which the service reads nowhere since pictures of users might be some.
const { data, side, portrait } = JSON.parse(await text(process.stdin)) as SpecimenOrder;
process.stdout.write(await drawSpecimen(data, { side, portrait: Buffer.from(portrait, 'base64') }));

import type { SpecimenData } from './specimen-data.js';

/** Specimen that the program draws, on its standard input; the portrait is in base64. */
export interface SpecimenOrder {
  readonly data: SpecimenData;
  readonly side: 'front' | 'back';
  readonly portrait: string;
}

/** A picture that is drawn by itself: SVG in base64. */
export interface DrawingOrder {
  readonly drawing: string;
}

/** A program of its own: specimens are drawn by SVG, which the service reads nowhere since pictures of users might be some. */
export const specimenProgram = new URL('./draw-specimen.js', import.meta.url);

import type { SpecimenData } from './specimen-data.js';

/** The specimen to draw: input of the drawing program (on its standard input). The portrait is in base64. */
export interface SpecimenOrder {
  readonly data: SpecimenData;
  readonly side: 'front' | 'back';
  readonly portrait: string;
}

/** A single picture to draw instead of a document: SVG in base64. */
export interface DrawingOrder {
  readonly drawing: string;
}

/**
 * Specimens are drawn from SVG in a separate program. The service itself never parses SVG, because users could upload
 * it.
 */
export const specimenProgram = new URL('./draw-specimen.js', import.meta.url);

/** Draws and photographs documents of a fictitious state: a test kit for document readers. */
export { CONDITIONS, HARD_CONDITIONS, photographed, type Condition } from './specimens/degradation.js';
export { drawLicenceBack } from './specimens/licence.js';
export { LOOKS } from './specimens/look.js';
export { drawNumberedLicence, type NumberedLicenceDrawing } from './specimens/numbered-licence.js';
export { Random } from './specimens/random.js';
export { randomSpecimen, type SpecimenData } from './specimens/specimen-data.js';
export { drawSpecimen, type Drawing } from './specimens/specimen.js';
export { zoneOf } from './specimens/zone.js';

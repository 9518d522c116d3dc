/** Documents of a state that does not exist, drawn and photographed: a test kit for whoever reads documents. */
export { CONDITIONS, HARD_CONDITIONS, photographed, type Condition } from './specimens/degradation.js';
export { drawLicenceBack } from './specimens/licence.js';
export { LOOKS } from './specimens/look.js';
export { drawNumberedLicence, type NumberedLicenceDrawing } from './specimens/numbered-licence.js';
export { Random } from './specimens/random.js';
export { randomSpecimen, type SpecimenData } from './specimens/specimen-data.js';
export { drawSpecimen, type Drawing } from './specimens/specimen.js';
export { zoneOf } from './specimens/zone.js';

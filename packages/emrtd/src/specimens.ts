/** A fictitious state for tests: its authority, lists, and passports whose chips are simulated in memory. */
export { nameOf } from './specimens/certificates.js';
export { writeNewPortrait, writePortrait, writeZone, type ZoneFields, zoneLines } from './specimens/data-groups.js';
export { newKey, type SpecimenKey } from './specimens/keys.js';
export {
  type DocumentOptions,
  SPECIMEN_ZONE,
  type SpecimenDocument,
  specimenDocument,
} from './specimens/specimen-document.js';
export { SpecimenState, type StateOptions } from './specimens/specimen-state.js';
export { utopia } from './specimens/utopia.js';
export { VirtualChip, type VirtualChipOptions } from './specimens/virtual-chip.js';

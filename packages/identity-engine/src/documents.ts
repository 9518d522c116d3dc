/**
 * Reads documents in the calling thread, for development only: production installations lack the packages that the
 * neural nets need. The service uses `threads` instead.
 */
export { documentDecision } from './decision/document-decision.js';
export { examined, SCREEN_LIMIT } from './document-examination.js';
export type { LicenceFields } from './barcode/licence-fields.js';
export { MrzReader } from './mrz/mrz-reader.js';
export { glyphNet } from './mrz/net-file.js';
export type { ZoneFields } from './mrz/zone-fields.js';
export { pageReading } from './page-reading.js';
export { screenPattern } from './signals/screen-pattern.js';
export { PageText } from './viz/page-text.js';

/** The reader for phones. It reads the chip but verifies nothing, and uses nothing of Node. */
export { ChipError } from './messaging/chip-error.js';
export { Malformed } from './encoding/malformed.js';
export { openChip } from './reader/chip-access.js';
export { answersOf, type ChipAnswers, type ChipChallenge, type ChipKeyAgreement } from './reader/chip-answers.js';
export { type ChipFiles, readChipFiles } from './reader/chip-reading.js';
export { type ChipPort, ChipSession } from './reader/chip-session.js';
export { type ChipFile, type FileProgress, readFile } from './reader/files.js';
export type { AccessKey, ZoneKey } from './reader/zone-key.js';

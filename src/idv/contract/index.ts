/**
 * Everything that other contexts may import from `idv`. The files in this folder import no module, service or entity.
 */
export { IdvFinished } from './idv.events.js';
export { SESSION_CHANGED, type SessionChanged } from './idv.signals.js';
export { type Specimen, Specimens } from './ports.js';
export { FaceStepUps, type FaceChallenge } from './ports.js';

/** All that other contexts may import from `idv`. A leaf: it reaches no module, service or entity. */
export { IdvFinished } from './domain/idv.events.js';
export { type Specimen, Specimens } from './specimens.js';
export { FaceStepUps, type FaceChallenge } from './face-step-up.js';

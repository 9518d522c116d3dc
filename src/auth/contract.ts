/** All that other contexts may import from `auth`. A leaf: it reaches no module, service or entity. */
export { StepUpTries, type StepUpOutcome } from './step-up-tries.js';

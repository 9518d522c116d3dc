/** The only part of `operators` that other contexts may import. It imports no module, service or entity. */
export { OperatorErrors } from './operators.errors.js';
export { type FirstDecision, OperatorPersons, type SecondOpinion } from './operator-persons.port.js';
export { OperatorNames, type OperatorCard } from './operator-names.port.js';

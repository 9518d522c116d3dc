/** All that other contexts may import from `operators`. A leaf: it reaches no module, service or entity. */
export { OperatorErrors } from './operators.errors.js';
export { OperatorNames, type OperatorCard } from './operator-names.port.js';

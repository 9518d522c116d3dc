/** All that other contexts may import from `figures`. A leaf: it reaches no module, service or entity. */
export { AttentionSource, MOST_COUNTED, type Need, severities, type Severity } from './attention.port.js';

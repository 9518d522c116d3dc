/** All that other contexts may import from `search`. A leaf: it reaches no module, service or entity. */
export type { Hit } from '../lookup/hit.js';
export type { Sought } from '../lookup/sought.js';
export { type SearchedBy, SearchSource } from './search-source.port.js';

/** The only part of `search` that other contexts may import. It imports no module, service or entity itself. */
export type { Hit } from '../lookup/hit.js';
export type { SearchText } from '../lookup/search-text.js';
export { type SearchedBy, SearchSource } from './search-source.port.js';

/** The schemas of the API document, by their names there. */
export type * from './generated/api.js';

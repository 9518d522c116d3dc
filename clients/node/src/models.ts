/** The schemas of the API document, under the same names. */
export type * from './generated/api.js';

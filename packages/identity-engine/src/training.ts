/**
 * Parts of the reader of machine readable zones that `npm run train-glyph-net`, the training of its neural net, also
 * uses.
 */
export { CHARACTERS } from './mrz/characters.js';
export { GlyphNet, PATCH_HEIGHT, PATCH_SIZE, PATCH_WIDTH } from './mrz/glyph-net.js';
export { inColumns } from './specimens/lettering.js';
export { Random } from './specimens/random.js';

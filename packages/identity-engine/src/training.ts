/** Parts of the reader of zones that the training of its net shares: `npm run train-glyph-net`. */
export { CHARACTERS } from './mrz/characters.js';
export { GlyphNet, PATCH_HEIGHT, PATCH_SIZE, PATCH_WIDTH } from './mrz/glyph-net.js';
export { inColumns } from './specimens/lettering.js';
export { Random } from './specimens/random.js';

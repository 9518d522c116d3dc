import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { MODELS } from '../model-files.js';
import { GlyphNet } from './glyph-net.js';

/** The hash of the net's weights. Other weights would read other texts, so they are refused. */
const SHA_256 = '22981e87bc7738c46848e2b3d83f0735624bfcc4a173645d09f9ebbbf4893a89';
const FILE = `${MODELS}glyph-net.bin`;

export function glyphNet(): GlyphNet {
  const file = readFileSync(FILE);
  const hash = createHash('sha256').update(file).digest('hex');
  if (hash !== SHA_256) throw new Error(`${FILE} is not the net that belongs to this program`);
  return new GlyphNet().load(file);
}

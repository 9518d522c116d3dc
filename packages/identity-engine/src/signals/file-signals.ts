import sharp from 'sharp';
import { signalOf, type Signal } from './picture-signals.js';
import { namesEditor } from './editing-software.js';
import { errorLevel } from './error-level.js';

/** A progressive picture takes six bytes for each of its pixels while it is decoded. */
const MOST_PIXELS = 25_000_000;
/** Above all honest specimens that were measured, below those that were edited and saved better than before. */
export const ERROR_LEVEL_LIMIT = 0.95;

/** Reads signals of a file that are gone when it is encoded anew. A file that was not compressed has no error level. */
export async function fileSignals(file: Buffer): Promise<readonly Signal[]> {
  const metadata = await sharp(file).metadata();
  const { format, width, height } = metadata;
  const software = signalOf('editing_software', namesEditor(metadata) ? 1 : 0, 0.5);
  if (format !== 'jpeg' || width * height > MOST_PIXELS) return [software];
  return [software, signalOf('error_level', await errorLevel(file), ERROR_LEVEL_LIMIT)];
}

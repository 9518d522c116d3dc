import sharp from 'sharp';
import { signalOf, type Signal } from '../../domain/picture-signals.js';
import { namesEditor } from './editing-software.js';
import { errorLevel } from './error-level.js';

/** Above all honest specimens that were measured, below most that were edited and saved better than before. */
export const ERROR_LEVEL_LIMIT = 0.95;

/** What a file tells that is gone when it is encoded anew. Of a file that was not compressed, nothing is known. */
export async function fileSignals(file: Buffer): Promise<readonly Signal[]> {
  const metadata = await sharp(file).metadata();
  const software = signalOf('editing_software', namesEditor(metadata) ? 1 : 0, 0.5);
  if (metadata.format !== 'jpeg') return [software];
  return [software, signalOf('error_level', await errorLevel(file), ERROR_LEVEL_LIMIT)];
}

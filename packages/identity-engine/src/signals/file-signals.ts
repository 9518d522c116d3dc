import sharp from 'sharp';
import { signalOf, type Signal } from './picture-signals.js';
import { namesEditor } from './editing-software.js';
import { errorLevel, lossesOf, type FileLosses } from './error-level.js';

/** The largest picture that is decoded, in pixels. Decoding a progressive JPEG needs six bytes per pixel. */
const MOST_PIXELS = 25_000_000;
/**
 * Above this, the signal `error_level` is raised. It is above all honest specimens that were measured, and below those
 * that were edited and saved at better quality than before.
 */
export const ERROR_LEVEL_LIMIT = 0.95;

export interface FileFindings {
  readonly signals: readonly Signal[];
  /**
   * How much the picture loses when it is compressed again. Once the position of the portrait is known, this shows
   * whether the portrait may have been pasted.
   */
  readonly losses?: FileLosses;
}

/** Finds signals of manipulation in a file. Files that are not JPEG have no error level. */
export async function fileSignals(file: Buffer): Promise<FileFindings> {
  const metadata = await sharp(file).metadata();
  const { format, width, height } = metadata;
  const software = signalOf('editing_software', namesEditor(metadata) ? 1 : 0, 0.5);
  if (format !== 'jpeg' || width * height > MOST_PIXELS) return { signals: [software] };
  const losses = await lossesOf(file);
  return { signals: [software, signalOf('error_level', errorLevel(losses), ERROR_LEVEL_LIMIT)], losses };
}

import sharp from 'sharp';
import { signalOf, type Signal } from './picture-signals.js';
import { namesEditor } from './editing-software.js';
import { errorLevel, lossesOf, type FileLosses } from './error-level.js';

/** A progressive picture takes six bytes for each of its pixels while it is decoded. */
const MOST_PIXELS = 25_000_000;
/** Above all honest specimens that were measured, below those that were edited and saved better than before. */
export const ERROR_LEVEL_LIMIT = 0.95;

export interface FileFindings {
  readonly signals: readonly Signal[];
  /** For the portrait, whose place is known later. */
  readonly losses?: FileLosses;
}

/** Reads what is gone from a file when it is encoded anew. One that was not compressed has no error level. */
export async function fileSignals(file: Buffer): Promise<FileFindings> {
  const metadata = await sharp(file).metadata();
  const { format, width, height } = metadata;
  const software = signalOf('editing_software', namesEditor(metadata) ? 1 : 0, 0.5);
  if (format !== 'jpeg' || width * height > MOST_PIXELS) return { signals: [software] };
  const losses = await lossesOf(file);
  return { signals: [software, signalOf('error_level', errorLevel(losses), ERROR_LEVEL_LIMIT)], losses };
}

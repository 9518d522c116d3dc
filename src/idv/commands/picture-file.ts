import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

const MOST_BYTES = 64 * 2 ** 20;

/** The file is there, and is no picture that could be read. */
export class NoPicture extends Error {}
/** There is no such file, or it cannot be opened. */
export class NoFile extends Error {}

const isJpeg = (bytes: Buffer): boolean => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]));
const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';

/** Nothing but these three decoders gets to see a file, whatever its name says. */
export async function pictureIn(path: string): Promise<Buffer> {
  const bytes = await contentOf(path);
  if (!isJpeg(bytes) && !isPng(bytes) && !isWebp(bytes)) throw new NoPicture(`${path} is no JPEG, PNG or WebP.`);
  return bytes;
}

/** Else to open a pipe is to wait for its writer, and not even a signal ends that. */
const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;

async function contentOf(path: string): Promise<Buffer> {
  const file = await open(path, WITHOUT_WAITING).catch(() => {
    throw new NoFile(`${path} cannot be opened.`);
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new NoFile(`${path} is no file.`);
    if (stats.size > MOST_BYTES) throw new NoPicture(`${path} has more than ${MOST_BYTES / 2 ** 20} MB.`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

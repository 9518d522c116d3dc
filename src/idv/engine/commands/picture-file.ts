import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { decoded } from '@countersign/identity-engine';
import { DomainError } from '../../../shared/kernel/index.js';
import { givenPath } from './given-path.js';

const MOST_BYTES = 64 * 2 ** 20;

/** The file is there, and is no picture that could be read. */
export class NoPicture extends Error {}
/** There is no such file, or it cannot be opened. */
export class NoFile extends Error {}

const isJpeg = (bytes: Buffer): boolean => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]));
const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';

/**
 * Has a thread work on the picture in a file. Fails with `NoPicture` where the picture is to blame, and with the error of
 * the thread where it is not: weights that are missing make no document unreadable.
 */
export async function onPicture<T>(path: string, work: (picture: Buffer) => Promise<T>): Promise<T> {
  const picture = await pictureIn(path);
  try {
    return await work(picture);
  } catch (error) {
    if (error instanceof DomainError) throw new NoPicture(`${path} takes too long, or too much memory.`);
    if (await isDecoded(picture)) throw error;
    throw new NoPicture(`${path} cannot be decoded.`);
  }
}

const SMALL = 100;
const isDecoded = (picture: Buffer): Promise<boolean> =>
  decoded(picture, SMALL).then(
    () => true,
    () => false,
  );

/** Nothing but these three decoders gets to see a file, whatever its name says. */
async function pictureIn(path: string): Promise<Buffer> {
  const bytes = await contentOf(path);
  if (!isJpeg(bytes) && !isPng(bytes) && !isWebp(bytes)) throw new NoPicture(`${path} is no JPEG, PNG or WebP.`);
  return bytes;
}

/** Else to open a pipe is to wait for its writer, and not even a signal ends that. */
const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;

async function contentOf(path: string): Promise<Buffer> {
  const file = await open(givenPath(path), WITHOUT_WAITING).catch(() => {
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

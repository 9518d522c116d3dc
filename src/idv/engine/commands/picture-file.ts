import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { decoded } from '@countersign/identity-engine';
import { DomainError } from '../../../shared/kernel/index.js';

const MOST_BYTES = 64 * 2 ** 20;

/** Thrown if a file exists but cannot be read as a picture. */
export class NoPicture extends Error {}
/** Thrown if a file does not exist or cannot be opened. */
export class NoFile extends Error {}

const READ = /^(?:\xff\xd8\xff|\x89PNG|RIFF[^]{4}WEBP)/;
/** Unsupported formats that the error message mentions, each with a pattern for the first bytes of its files. */
const UNREAD: readonly (readonly [RegExp, string])[] = [
  [/^BM/, 'a BMP'],
  [/^GIF8/, 'a GIF'],
  [/^(?:II\*\0|MM\0\*)/, 'a TIFF'],
  [/^[^]{4}ftyp(?:hei|hev|mif|msf)/, 'a HEIC'],
  [/^[^]{4}ftypavi/, 'an AVIF'],
  [/^%PDF/, 'a PDF'],
];

/**
 * Processes the picture in a file. If the picture itself cannot be read, this fails with `NoPicture`. Any other error
 * of `work`, such as missing weights of a model, is passed to the caller unchanged.
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

/**
 * Accepts only files that begin with the magic bytes of JPEG, PNG or WebP, whatever their names are, so that no other
 * decoder runs.
 */
async function pictureIn(path: string): Promise<Buffer> {
  const bytes = await contentOf(path);
  const beginning = bytes.toString('latin1', 0, 16);
  if (READ.test(beginning)) return bytes;
  const [, format] = UNREAD.find(([begins]) => begins.test(beginning)) ?? [];
  throw new NoPicture(
    `${path} is ${format ? `${format} file, whatever its name says, and ` : ''}no JPEG, PNG or WebP.`,
  );
}

/**
 * Flags that open a file without blocking. Opening a named pipe would otherwise wait for a writer, and no signal could
 * interrupt it.
 */
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

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Resolves a path from the command line. A relative path is resolved against the directory from which the command was
 * called, although npm runs commands in the project directory.
 */
export function givenPath(path: string, env: Environment = process.env): string {
  const { npm_lifecycle_event: script, INIT_CWD: calledFrom } = env;
  return script === 'cli' && calledFrom !== undefined ? resolve(calledFrom, path) : path;
}

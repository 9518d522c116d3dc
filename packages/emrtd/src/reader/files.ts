import { bytesOf, concat, numberOf } from '../encoding/bytes.js';
import { inside, whole } from '../encoding/der.js';
import { tlv } from '../encoding/der-writer.js';
import { Malformed } from '../encoding/malformed.js';
import { command, INS } from '../messaging/apdu.js';
import { ChipError } from '../messaging/chip-error.js';
import type { ChipSession } from './chip-session.js';

/**
 * The identifiers of the files that can be read. Fingerprints (DG3) and irises (DG4) are left out, so that they are
 * never read.
 */
export const fileIds = {
  CardAccess: 0x011c,
  SOD: 0x011d,
  DG1: 0x0101,
  DG2: 0x0102,
  DG14: 0x010e,
  DG15: 0x010f,
} as const;
export type ChipFile = keyof typeof fileIds;

/** Reports how many bytes of a file were read. */
export type FileProgress = (read: number, of: number) => void;

const MOST_BYTES = 200_000;
/** The number of data bytes that fit into an encrypted answer of 256 bytes. */
const CHUNK = 223;
const HEAD = 8;
/**
 * From this offset on, READ BINARY needs its odd instruction (B1), which carries the offset as data: the even one has
 * room for 15 bits only.
 */
const FAR = 0x8000;
const FAR_HEAD = 6;

const APPLICATION = Uint8Array.of(0xa0, 0, 0, 0x02, 0x47, 0x10, 0x01);

export const selectApplication = (session: ChipSession): Promise<Uint8Array> =>
  session.ask(command(INS.select, 0x04, 0x0c, APPLICATION), 'no passport application');

/** Reads a complete file, whose length is encoded in its first bytes. */
export async function readFile(session: ChipSession, file: ChipFile, onProgress?: FileProgress): Promise<Uint8Array> {
  await session.ask(command(INS.select, 0x02, 0x0c, bytesOf(fileIds[file], 2)), `no file ${file}`);
  const head = await session.ask(command(INS.read, 0, 0, undefined, HEAD), `${file} is not readable`);
  const length = lengthIn(head);
  if (length > MOST_BYTES) throw new ChipError(`${file} is too long`);
  const parts = [head.subarray(0, length)];
  for (let at = Math.min(head.length, length); at < length;) {
    const part = await readPart(session, at, Math.min(CHUNK, length - at));
    parts.push(part);
    at += part.length;
    onProgress?.(at, length);
  }
  return concat(...parts);
}

async function readPart(session: ChipSession, at: number, wanted: number): Promise<Uint8Array> {
  const part = at < FAR ? await near(session, at, wanted) : await far(session, at, wanted);
  if (part.length === 0 || part.length > wanted) throw new ChipError('wrong length of an answer');
  return part;
}

const near = (session: ChipSession, at: number, wanted: number): Promise<Uint8Array> =>
  session.ask(command(INS.read, at >> 8, at & 255, undefined, wanted), 'not readable');

async function far(session: ChipSession, at: number, wanted: number): Promise<Uint8Array> {
  const place = tlv(0x54, bytesOf(at, 3));
  const answer = await session.ask(command(INS.readFar, 0, 0, place, wanted + FAR_HEAD), 'not readable');
  const [found] = inside(whole(tlv(0x30, answer)), 0x30, 1);
  return found?.value ?? new Uint8Array();
}

function lengthIn(head: Uint8Array): number {
  const at = ((head[0] ?? 0) & 0x1f) === 0x1f ? 2 : 1;
  const first = head[at];
  if (first === undefined || first === 0x80 || first > 0x84) throw new Malformed('length of a file');
  if (first < 0x80) return at + 1 + first;
  const count = first & 0x7f;
  return at + 1 + count + numberOf(head.subarray(at + 1, at + 1 + count));
}

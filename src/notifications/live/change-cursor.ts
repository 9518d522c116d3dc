/**
 * A position in the stream of changes to notifications: a PostgreSQL snapshot (`xmin:xmax:xip,…`), and when it was
 * taken.
 */
export interface ChangeCursor {
  readonly snapshot: string;
  /** The time of the snapshot, in milliseconds since 1970. */
  readonly takenAt: number;
}

/**
 * How long a cursor remains valid, in milliseconds. A client with an older cursor must reload everything. Changes are
 * kept for an hour longer than this.
 */
export const CURSOR_GOOD_MS = 24 * 3_600_000;

const FORM = /^(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?) (\d{1,15})$/;
const LONGEST = 8_192;

export const cursorText = ({ snapshot, takenAt }: ChangeCursor): string =>
  Buffer.from(`${snapshot} ${takenAt}`).toString('base64url');

/** Decodes a cursor. Returns `undefined` if it is malformed or too old. */
export function readCursor(text: string, now: number): ChangeCursor | undefined {
  if (text.length > LONGEST) return undefined;
  const [, snapshot, at] = FORM.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (snapshot === undefined || !isSnapshot(snapshot)) return undefined;
  const takenAt = Number(at);
  return takenAt > now - CURSOR_GOOD_MS && takenAt <= now + 60_000 ? { snapshot, takenAt } : undefined;
}

/**
 * Whether PostgreSQL would accept the text as a snapshot: the ids of running transactions must be in ascending order
 * and lie between xmin and xmax.
 */
function isSnapshot(text: string): boolean {
  const [xmin = '', xmax = '', running = ''] = text.split(':');
  const [from, until] = [BigInt(xmin), BigInt(xmax)];
  const between = running === '' ? [] : running.split(',').map(BigInt);
  const ordered = between.every((xid, at) => xid >= from && xid < until && xid > (between[at - 1] ?? -1n));
  return from > 0n && from <= until && until < 2n ** 63n && ordered;
}

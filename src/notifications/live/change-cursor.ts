/** A position in the stream of changes: a PostgreSQL snapshot (`xmin:xmax:xip,…`), and when it was taken. */
export interface ChangeCursor {
  readonly snapshot: string;
  /** Milliseconds since 1970. */
  readonly takenAt: number;
}

/**
 * How long a cursor is valid. With an older cursor, the client must read everything again. Changes are stored for an
 * hour longer.
 */
export const CURSOR_GOOD_MS = 24 * 3_600_000;

const FORM = /^(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?) (\d{1,15})$/;
const LONGEST = 8_192;

export const cursorText = ({ snapshot, takenAt }: ChangeCursor): string =>
  Buffer.from(`${snapshot} ${takenAt}`).toString('base64url');

/** Returns `undefined` for a cursor that is malformed or too old. */
export function readCursor(text: string, now: number): ChangeCursor | undefined {
  if (text.length > LONGEST) return undefined;
  const [, snapshot, at] = FORM.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (snapshot === undefined || !isSnapshot(snapshot)) return undefined;
  const takenAt = Number(at);
  return takenAt > now - CURSOR_GOOD_MS && takenAt <= now + 60_000 ? { snapshot, takenAt } : undefined;
}

/**
 * Whether PostgreSQL would accept the text as a snapshot: the running transactions must be in order and between xmin
 * and xmax.
 */
function isSnapshot(text: string): boolean {
  const [xmin = '', xmax = '', running = ''] = text.split(':');
  const [from, until] = [BigInt(xmin), BigInt(xmax)];
  const between = running === '' ? [] : running.split(',').map(BigInt);
  const ordered = between.every((xid, at) => xid >= from && xid < until && xid > (between[at - 1] ?? -1n));
  return from > 0n && from <= until && until < 2n ** 63n && ordered;
}

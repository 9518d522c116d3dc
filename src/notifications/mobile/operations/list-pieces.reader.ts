import type { JsonObject } from '../../../shared/kernel/index.js';
import { eventText, isListing, listingText, type CallOfEvent, type Performed } from '../mobile-event.js';
import type { OperationName } from '../operations.js';
import type { ListSlot } from './list-concurrency-limiter.service.js';
import { PAGE_BYTES } from './user-notifications.repository.js';

/** Size of the chunks in which a list is sent. The client must accept each chunk within `PATIENCE_MS`. */
export const PIECE_BYTES = 64 * 1024;
/**
 * A client that does not accept a chunk within this time is disconnected, so the slowest possible rate is about 2 KiB
 * per second.
 */
export const PATIENCE_MS = 30_000;
/**
 * Memory reserved for a list while it is being sent: the contents of one page, plus 64 KiB for the other columns of its
 * rows.
 */
const HELD_OF_LISTING = PAGE_BYTES + 64 * 1024;

export type Pieces = AsyncIterable<Buffer> | Iterable<Buffer>;

/**
 * Splits the event of a list into chunks. All the memory that the event can need is reserved in `place` before the
 * first chunk is read, so lists never exceed the memory budget.
 */
export function listPieces(name: OperationName, performed: Performed, place: ListSlot, call?: CallOfEvent): Pieces {
  if (!isListing(performed)) return wholeInPieces(name, performed, place, call);
  place.hold(HELD_OF_LISTING);
  return partsInPieces(listingText(name, performed, call));
}

function wholeInPieces(name: OperationName, data: JsonObject, place: ListSlot, call?: CallOfEvent): Iterable<Buffer> {
  const bytes = Buffer.from(eventText(name, data, call));
  place.hold(bytes.length);
  return inPieces(bytes);
}

async function* partsInPieces(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield* inPieces(part);
}

function* inPieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

import type { JsonObject } from '../../shared/kernel/index.js';
import { mobileCodes, mobileTitles, type OperationRefused } from './mobile-codes.js';
import { operationOf, type OperationName } from './operations.js';

/** A page of list items as comma-separated JSON. It is stored as bytes, so that the item objects can be freed. */
export interface ListPage {
  readonly json: Buffer;
  readonly count: number;
}

export const listPage = (items: readonly JsonObject[]): ListPage => ({
  json: Buffer.from(items.map((item) => JSON.stringify(item)).join(',')),
  count: items.length,
});

/**
 * A list whose pages are read one after another while it is being sent. `beside` returns the other members of
 * `ResponseData`, which are sent after the last item.
 */
export interface Listing {
  readonly name: string;
  readonly pages: AsyncIterable<ListPage>;
  readonly beside: (count: number) => JsonObject;
}

/** The result of an operation: the members of `ResponseData`. */
export type Performed = JsonObject | Listing;

export const isListing = (performed: Performed): performed is Listing =>
  Symbol.asyncIterator in Object(performed['pages']);

/** Builds the event of a failed operation: empty lists, the code and the reason. */
export function failureOf(name: OperationName, given: unknown, failure: OperationRefused): JsonObject {
  const { event, lists = [] } = operationOf(name);
  const empty = Object.fromEntries(lists.map((list) => [list, []]));
  const data = event === 'onUpdateNotification' ? updateFailure(given, failure) : empty;
  return envelope(event, failure.code, failure.message, { ...data, reason: failure.reason });
}

/**
 * Builds the `ResponseData` of a failed UpdateNotification. As in a successful one, `status_code` repeats the code of
 * the event.
 */
function updateFailure(given: unknown, { code, message }: OperationRefused): JsonObject {
  const named: unknown = Array.isArray(given) ? given[0] : Reflect.get(Object(given) as object, 'notificationID');
  return {
    status_code: code,
    message,
    notification_uuid: typeof named === 'string' ? named.slice(0, 64) : '',
    is_ds_verified: false,
  };
}

export const successOf = (name: OperationName, data: JsonObject): JsonObject =>
  envelope(operationOf(name).event, mobileCodes.success, mobileTitles[mobileCodes.success], data);

const envelope = (event: string, code: number, message: string, data: JsonObject): JsonObject => ({
  event,
  response: { StatusCode: code, StatusMsg: message, ResponseData: data },
});

/** The id of the call whose result the event contains. */
export interface CallOfEvent {
  readonly id: string | number | null;
}

export const eventText = (name: OperationName, data: JsonObject, call?: CallOfEvent): string =>
  JSON.stringify({ ...call, ...successOf(name, data) });

/** Generates the event of a long list in parts, so that the whole list is never in memory. */
export async function* listingText(name: OperationName, listing: Listing, call?: CallOfEvent): AsyncGenerator<Buffer> {
  const [head = '', tail = ''] = eventText(name, { $: null }, call).split('"$":null');
  let count = 0;
  yield Buffer.from(`${head}${JSON.stringify(listing.name)}:[`);
  for await (const page of listing.pages) {
    if (page.count === 0) continue;
    if (count > 0) yield Buffer.from(',');
    yield page.json;
    count += page.count;
  }
  const beside = JSON.stringify(listing.beside(count)).slice(1, -1);
  yield Buffer.from(`]${beside && `,${beside}`}${tail}`);
}

import type { JsonObject } from '../../shared/kernel/json.js';
import { mobileCodes, mobileTitles, type OperationRefused } from './mobile-codes.js';
import { operationOf, type OperationName } from './operations.js';

/** A list that is sent while it is read. `beside` is what stands beside it, told when all is sent. */
export interface Listing {
  readonly name: string;
  readonly pages: AsyncIterable<readonly JsonObject[]>;
  readonly beside: (count: number) => JsonObject;
}

/** What an operation yields: the members of `ResponseData`. */
export type Performed = JsonObject | Listing;

export const isListing = (performed: Performed): performed is Listing =>
  Symbol.asyncIterator in Object(performed['pages']);

/** The event of an operation that failed: empty lists, the code, and why. */
export function failureOf(name: OperationName, given: unknown, failure: OperationRefused): JsonObject {
  const { event, lists = [] } = operationOf(name);
  const empty = Object.fromEntries(lists.map((list) => [list, []]));
  const data = event === 'onUpdateNotification' ? updateFailure(given, failure) : empty;
  return envelope(event, failure.code, failure.message, { ...data, reason: failure.reason });
}

/** A failed update has its code twice, as a successful one has. */
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

/** An event as text, in parts: a long list is never in memory as a whole. `id` says which call it answers. */
export async function* eventText(
  name: OperationName,
  performed: Performed,
  id?: { readonly id: string | number | null },
): AsyncGenerator<string> {
  if (!isListing(performed)) {
    yield JSON.stringify({ ...id, ...successOf(name, performed) });
    return;
  }
  const [head = '', tail = ''] = JSON.stringify({ ...id, ...successOf(name, { $: null }) }).split('"$":null');
  let count = 0;
  let before = `${head}${JSON.stringify(performed.name)}:[`;
  for await (const page of performed.pages) {
    if (page.length === 0) continue;
    yield before + page.map((item) => JSON.stringify(item)).join(',');
    before = ',';
    count += page.length;
  }
  const beside = JSON.stringify(performed.beside(count)).slice(1, -1);
  yield `${count === 0 ? before : ''}]${beside && `,${beside}`}${tail}`;
}

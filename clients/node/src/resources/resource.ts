import type { Readable } from 'node:stream';
import type { Api, CallOptions } from '../calls/api.js';
import { type ExportOptions, ListExport, readableOf } from '../calls/list-export.js';
import { Listing } from '../calls/listing.js';
import type { Input, OperationId, Output } from '../calls/operations.js';

/** A list operation, and the member of its answer that has the items. */
type ItemOf<Id extends OperationId, Name extends string> =
  Output<Id> extends { readonly [name in Name]: readonly (infer T)[] } ? T : never;

/** A group of operations. */
export abstract class Resource {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  protected call<Id extends OperationId>(operation: Id, input: Input<Id>, options?: CallOptions): Promise<Output<Id>> {
    return this.#api.call(operation, input, options);
  }

  protected listed<Id extends OperationId, Name extends string>(
    operation: Id,
    name: Name,
    input: Input<Id> & { readonly query?: object },
    options?: CallOptions,
  ): Listing<ItemOf<Id, Name>> {
    return new Listing(async (cursor, calling) => {
      const query = { ...input.query, ...(cursor !== undefined && { cursor }) };
      const answer = await this.#api.call(operation, { ...input, query }, calling);
      const { next, [name]: items } = answer as { next: string | null } & Record<Name, ItemOf<Id, Name>[]>;
      return { items, next };
    }, options);
  }

  /** The same list as one stream. */
  protected exported<Id extends OperationId, Name extends string>(
    operation: Id,
    _name: Name,
    input: Input<Id> & { readonly query?: object },
    options?: ExportOptions,
  ): ListExport<ItemOf<Id, Name>> {
    return new ListExport((accept) => this.#api.open(operation, input, accept, options));
  }

  /** A file that an operation returns. */
  protected async file<Id extends OperationId>(
    operation: Id,
    input: Input<Id>,
    options?: CallOptions,
  ): Promise<Readable> {
    return readableOf(await this.#api.open(operation, input, '*/*', options));
  }
}

/** The filters of a list. Pages are read by cursor, so you give none. */
export type QueryOf<Id extends OperationId> = Omit<NonNullable<(Input<Id> & { query?: object })['query']>, 'cursor'>;

/** An export has no pages. */
export type ExportQueryOf<Id extends OperationId> = Omit<QueryOf<Id>, 'limit'>;

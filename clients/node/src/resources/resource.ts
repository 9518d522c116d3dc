import type { Readable } from 'node:stream';
import type { Api, CallOptions } from '../calls/api.js';
import { type ExportOptions, ListExport, readableOf } from '../calls/list-export.js';
import { Listing } from '../calls/listing.js';
import type { Input, OperationId, Output } from '../calls/operations.js';

/** The type of the items that a list operation returns in the member `Name`. */
type ItemOf<Id extends OperationId, Name extends string> =
  Output<Id> extends { readonly [name in Name]: readonly (infer T)[] } ? T : never;

/** The base class of the classes that group operations of the API. */
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

  /** Runs a list operation as one stream, without pages. */
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

/** The query of a list operation without `cursor`, which the library sets itself. */
export type QueryOf<Id extends OperationId> = Omit<NonNullable<(Input<Id> & { query?: object })['query']>, 'cursor'>;

/** The query of an export, which has no pages. */
export type ExportQueryOf<Id extends OperationId> = Omit<QueryOf<Id>, 'limit'>;

import type { CallOptions } from '../calls/api.js';
import type { Listing } from '../calls/listing.js';
import type * as model from '../generated/api.js';
import { type QueryOf, Resource } from './resource.js';

/** Your own APIs, for which clients get access tokens. Scopes: `clients:read`, `clients:write`. */
export class Apis extends Resource {
  list(query: QueryOf<'Apis_list'> = {}, options?: CallOptions): Listing<model.Api> {
    return this.listed('Apis_list', 'apis', { query }, options);
  }

  create(api: model.CreateApi, options?: CallOptions): Promise<model.Api> {
    return this.call('Apis_create', { body: api }, options);
  }

  get(id: string, options?: CallOptions): Promise<model.Api> {
    return this.call('Apis_get', { path: { id } }, options);
  }

  update(id: string, changes: model.ChangeApi, options?: CallOptions): Promise<model.Api> {
    return this.call('Apis_update', { path: { id }, body: changes }, options);
  }

  delete(id: string, options?: CallOptions): Promise<void> {
    return this.call('Apis_delete', { path: { id } }, options);
  }
}

import type { CallOptions } from '../calls/api.js';
import type { Listing } from '../calls/listing.js';
import type * as model from '../generated/api.js';
import { type QueryOf, Resource } from './resource.js';

/** Tokens with which clients can register themselves. Scopes: `clients:read`, `clients:write`. */
export class InitialAccessTokens extends Resource {
  list(query: QueryOf<'InitialAccessTokens_list'> = {}, options?: CallOptions): Listing<model.InitialAccessToken> {
    return this.listed('InitialAccessTokens_list', 'initialAccessTokens', { query }, options);
  }

  create(token: model.CreateInitialAccessToken, options?: CallOptions): Promise<model.NewInitialAccessToken> {
    return this.call('InitialAccessTokens_create', { body: token }, options);
  }

  delete(id: string, options?: CallOptions): Promise<void> {
    return this.call('InitialAccessTokens_delete', { path: { id } }, options);
  }
}

import type { AdapterPayload } from 'oidc-provider';
import { grantOf } from './read-ahead.js';
import { StoredModel } from './stored-model.js';

/** What users, or their enterprise for them, have granted to a client. */
export class StoredGrants extends StoredModel {
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const ahead = this.storage.ahead.take(grantOf(id));
    return ahead ? ahead.payload && { ...ahead.payload, jti: id } : super.find(id);
  }
}

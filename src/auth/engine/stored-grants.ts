import type { AdapterPayload } from 'oidc-provider';
import { recordOf } from './engine-record.js';
import { grantOf } from './read-ahead.js';
import { StoredModel } from './stored-model.js';

/** What users, or their enterprise for them, have granted to a client. */
export class StoredGrants extends StoredModel {
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const ahead = this.storage.ahead.take(grantOf(id));
    return ahead ? ahead.payload && { ...ahead.payload, jti: id } : super.find(id);
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const kept = this.storage.newGrants.keep(recordOf(this.model, id, payload, expiresIn));
    if (!kept) await super.upsert(id, payload, expiresIn);
  }
}

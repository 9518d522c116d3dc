import type { AdapterPayload } from 'oidc-provider';
import { recordOf } from './engine-record.js';
import { GrantedModel } from './granted-model.js';

/** Authorization codes, each good for one redemption. */
export class StoredCodes extends GrantedModel {
  override upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    return this.store(...this.storage.newGrants.take(), recordOf(this.model, id, payload, expiresIn));
  }

  /** In a request not yet: a code is used by the statement that stores what it yields. */
  override async consume(id: string): Promise<void> {
    if (!this.storage.redemptions.begin(id)) await super.consume(id);
  }
}

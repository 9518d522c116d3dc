import { errors, Provider, type AdapterPayload } from 'oidc-provider';
import { networkOf } from '../../shared/http/limits/network-of.js';
import { currentContext } from '../../shared/kernel/request-context.js';
import type { RateLimiter } from '../../shared/security/rate-limits/rate-limiter.js';
import { StoredModel, type Storage } from './stored-model.js';

/** Authorization requests that wait for their user. Strangers begin them, so each address may begin so many only. */
export class StoredInteractions extends StoredModel {
  constructor(
    model: string,
    storage: Storage,
    private readonly limiter: RateLimiter,
  ) {
    super(model, storage);
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    if (Provider.ctx?.oidc.route === 'authorization' && !payload['session']) this.#demandRoom();
    await super.upsert(id, payload, expiresIn);
  }

  #demandRoom(): void {
    const address = currentContext()?.address;
    const { allowed } = this.limiter.take(address ? networkOf(address) : 'unknown');
    if (!allowed)
      throw new errors.TemporarilyUnavailable('too many sign-ins have begun at this address: try again later');
  }
}

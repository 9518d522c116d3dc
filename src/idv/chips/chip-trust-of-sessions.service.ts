import { Injectable } from '@nestjs/common';
import { Certificate, TrustStore } from '@countersign/emrtd/verify';
import { utopia } from '@countersign/emrtd/specimens';
import type { Tenant } from '../../shared/kernel/index.js';
import { ChipTrust } from '../chip-trust/chip-trust.service.js';

/**
 * Selects the trust store for a session: the imported authorities for live users, or only the authority of Utopia in
 * test mode.
 */
@Injectable()
export class ChipTrustOfSessions {
  #specimens: TrustStore | undefined;

  constructor(private readonly trust: ChipTrust) {}

  of({ test }: Tenant): Promise<TrustStore> {
    return test ? Promise.resolve(this.#ofSpecimens()) : this.trust.store();
  }

  /** Whether any authority is trusted for this tenant, so that a chip could be accepted at all. */
  async isThere({ test }: Tenant): Promise<boolean> {
    return test || (await this.trust.hasAuthorities());
  }

  #ofSpecimens(): TrustStore {
    this.#specimens ??= new TrustStore([new Certificate(utopia().authority)]);
    return this.#specimens;
  }
}

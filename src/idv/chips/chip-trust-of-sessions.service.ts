import { Injectable } from '@nestjs/common';
import { Certificate, TrustStore } from '@countersign/emrtd/verify';
import { utopia } from '@countersign/emrtd/specimens';
import type { Tenant } from '../../shared/kernel/index.js';
import { ChipTrust } from '../chip-trust/chip-trust.service.js';

/** The trust store of a session: the operator's for live users, and Utopia's alone in test mode. */
@Injectable()
export class ChipTrustOfSessions {
  #specimens: TrustStore | undefined;

  constructor(private readonly trust: ChipTrust) {}

  of({ test }: Tenant): Promise<TrustStore> {
    return test ? Promise.resolve(this.#ofSpecimens()) : this.trust.store();
  }

  /** Whether any chip could be accepted at all. */
  async isThere({ test }: Tenant): Promise<boolean> {
    return test || (await this.trust.hasAuthorities());
  }

  #ofSpecimens(): TrustStore {
    this.#specimens ??= new TrustStore([new Certificate(utopia().authority)]);
    return this.#specimens;
  }
}

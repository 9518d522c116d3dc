import { Injectable } from '@nestjs/common';
import { type AttentionReader, AttentionSource, MOST_COUNTED, type Need } from '../../figures/contract/index.js';
import { Clock, type Tenant } from '../../shared/kernel/index.js';
import { FourEyesRepository } from './four-eyes.repository.js';
import { rightsWith } from '../roles/role-table.js';

/** Counts the pending requests of other operators that this operator could approve. */
@Injectable()
export class FourEyesAttention extends AttentionSource {
  constructor(
    private readonly requests: FourEyesRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  async needs(tenant: Tenant, { operator: sub, has }: AttentionReader): Promise<readonly Need[]> {
    const rights = rightsWith(has);
    if (sub === undefined || rights.length === 0) return [];
    const waiting = await this.requests.waitingFor(tenant, { sub, rights }, this.clock.now(), MOST_COUNTED);
    return [{ kind: 'four-eyes.waiting', ...waiting, severity: 'warning' }];
  }
}

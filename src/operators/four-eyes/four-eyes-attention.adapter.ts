import { Injectable } from '@nestjs/common';
import { AttentionSource, MOST_COUNTED, type Need } from '../../figures/contract/index.js';
import type { Principal } from '../../shared/auth-guard/index.js';
import { Clock, type Tenant } from '../../shared/kernel/index.js';
import { FourEyesRepository } from './four-eyes.repository.js';
import { viewerOf } from './four-eyes.service.js';

/** Counts what colleagues have asked for, for those who could agree. */
@Injectable()
export class FourEyesAttention extends AttentionSource {
  constructor(
    private readonly requests: FourEyesRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  async needs(tenant: Tenant, caller: Principal): Promise<readonly Need[]> {
    const viewer = viewerOf(caller);
    if (caller.kind !== 'operator' || viewer.rights.length === 0) return [];
    const waiting = await this.requests.waitingFor(tenant, viewer, this.clock.now(), MOST_COUNTED);
    return [{ kind: 'four-eyes.waiting', ...waiting, severity: 'warning' }];
  }
}

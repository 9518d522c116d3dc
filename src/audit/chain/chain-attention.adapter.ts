import { Injectable } from '@nestjs/common';
import { AttentionSource, MOST_COUNTED, type Need } from '../../figures/contract/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { ChainStats } from './chain-stats.repository.js';

/** The maximum lag that is not reported. A longer lag means that no process is linking entries any more. */
const MOST_LAG_SECONDS = 300;

/** Reports audit entries that have been waiting too long for their link. */
@Injectable()
export class ChainAttention extends AttentionSource {
  override readonly ofDeployment = true;

  constructor(
    private readonly stats: ChainStats,
    private readonly clock: Clock,
  ) {
    super();
  }

  async needs(): Promise<readonly Need[]> {
    const { unlinked, seconds } = await this.stats.lag(MOST_COUNTED);
    const count = seconds > MOST_LAG_SECONDS ? unlinked : 0;
    const oldest = new Date(this.clock.now().getTime() - seconds * 1_000);
    return [{ kind: 'audit.lag', count, oldest, severity: 'critical' }];
  }
}

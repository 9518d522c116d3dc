import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { KernelErrors, type Tenant } from '../../kernel/index.js';
import { FairBudget } from '../../security/index.js';

const MIB = 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

/**
 * A budget for the bytes that this process buffers for lists and exports. It is divided fairly between enterprises,
 * with live and test data counted separately.
 */
@Injectable()
export class ListMemory extends FairBudget {
  constructor(@Inject(CONFIG) { listMemory }: Pick<Config, 'listMemory'>) {
    super(listMemory * MIB);
  }

  /** Reserves bytes from the budget. Returns a function that releases them; calling it twice has no further effect. */
  hold({ key }: Tenant, bytes: number): () => void {
    const lack = this.take(key, bytes);
    if (lack) {
      const kind = lack === 'share' ? KernelErrors.tooManyRequests : KernelErrors.unavailable;
      throw kind(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    let held = bytes;
    return () => {
      this.giveBack(key, held);
      held = 0;
    };
  }
}

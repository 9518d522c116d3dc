import { Injectable } from '@nestjs/common';
import { AttentionSource, MOST_COUNTED, type Need } from '../../figures/contract/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { ReviewRepository } from './review.repository.js';

/** Reports the reviews that are waiting for a decision. */
@Injectable()
export class ReviewAttention extends AttentionSource {
  constructor(private readonly reviews: ReviewRepository) {
    super();
  }

  async needs(tenant: Tenant): Promise<readonly Need[]> {
    const { waiting, overdue, oldest } = await this.reviews.waiting(tenant, MOST_COUNTED);
    return [
      { kind: 'idv.reviews', count: waiting, oldest, severity: 'info' },
      { kind: 'idv.reviews-overdue', count: overdue, oldest, severity: 'warning' },
    ];
  }
}

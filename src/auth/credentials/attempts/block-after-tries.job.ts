import { Injectable } from '@nestjs/common';
import { HandlesJob } from '../../../shared/events/jobs/handles-job.decorator.js';
import { JobHandler } from '../../../shared/events/jobs/job-handler.js';
import { BLOCK_AFTER_TRIES, SpentTries, type Spent } from './spent-tries.service.js';

@Injectable()
@HandlesJob(BLOCK_AFTER_TRIES)
export class BlockAfterTries extends JobHandler<Spent> {
  constructor(private readonly spent: SpentTries) {
    super();
  }

  async perform(spent: Spent): Promise<void> {
    if (await this.spent.isUnsettled(spent.subject, 0)) await this.spent.block(spent);
  }
}

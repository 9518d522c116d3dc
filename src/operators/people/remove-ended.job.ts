import { Injectable } from '@nestjs/common';
import { JobHandler, Recurring } from '../../shared/jobs/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { OperatorRepository } from './operator.repository.js';
import { OperatorsService } from './operators.service.js';

/**
 * Removes emergency owners whose access has expired, and old invitations. The owners lost their rights when their
 * access expired, not when this job runs.
 */
@Injectable()
@Recurring('operators/remove-ended', { everySeconds: 600 })
export class RemoveEnded extends JobHandler {
  constructor(
    private readonly operators: OperatorsService,
    private readonly repository: OperatorRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform(): Promise<void> {
    await this.operators.removeEnded();
    await this.repository.forgetInvitations(this.clock.now());
  }
}

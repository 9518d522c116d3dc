import { Injectable } from '@nestjs/common';
import { JobHandler, Recurring } from '../../shared/jobs/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { OperatorRepository } from './operator.repository.js';
import { OperatorsService } from './operators.service.js';

/**
 * Removes old invitations, and owners who were created for an emergency and whose access has expired. Such owners lost
 * their rights when their access expired, not when this job runs.
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

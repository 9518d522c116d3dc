import { Injectable } from '@nestjs/common';
import { JobHandler, Recurring } from '../../shared/jobs/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { UserActionRepository } from './user-action.repository.js';

const KEPT_MS = 7 * 86_400_000;

/** Deletes actions for many users after a week. What happened to each user stays in the audit log. */
@Injectable()
@Recurring('users/forget-actions', { everySeconds: 3_600 })
export class ForgetActions extends JobHandler {
  constructor(
    private readonly actions: UserActionRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  perform(): Promise<void> {
    return this.actions.purge(new Date(this.clock.now().getTime() - KEPT_MS));
  }
}

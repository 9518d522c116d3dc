import { Injectable } from '@nestjs/common';
import { JobHandler, type JobRun, Recurring, RowUpkeep } from '../../shared/jobs/index.js';
import { Tenant } from '../../shared/kernel/index.js';
import { SessionChanges } from './session-changes.service.js';
import { SessionRepository } from './session.repository.js';

const SCOPE = Tenant.all('upkeep goes through every enterprise');
const CLOSE_EXPIRED = 'idv/close-expired';

/**
 * Marks sessions as EXPIRED after their deadline, so that their enterprises get the webhook. Reading such a session
 * marks it too, so this job handles those that nobody reads.
 */
@Injectable()
@Recurring(CLOSE_EXPIRED, { everySeconds: 60 })
export class CloseExpired extends JobHandler {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly changes: SessionChanges,
    private readonly upkeep: RowUpkeep,
  ) {
    super();
  }

  perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    return this.upkeep.each({
      name: CLOSE_EXPIRED,
      signal,
      find: (except, limit) => this.sessions.due(SCOPE, this.changes.now, except, limit),
      idOf: ({ sessionId }) => sessionId,
      handle: ({ sessionId, enterpriseId, test }) =>
        this.changes.closeIfDue({ tenant: Tenant.of(enterpriseId, test), sessionId }),
    });
  }
}

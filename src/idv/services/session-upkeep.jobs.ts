import { Injectable, Logger } from '@nestjs/common';
import { JobHandler, Recurring, type JobRun } from '../../shared/events/jobs/job.js';
import { Tenant } from '../../shared/kernel/tenant.js';
import { SessionChanges } from './session-changes.service.js';
import { SessionRepository } from './session.repository.js';

const SCOPE = Tenant.all('upkeep goes through every enterprise');
const TOGETHER = 100;

/** Closes the sessions whose time is up and that nobody has looked at since, so that their enterprises are told. */
@Injectable()
@Recurring('idv/close-expired', { everySeconds: 60 })
export class CloseExpired extends JobHandler {
  readonly #log = new Logger(CloseExpired.name);

  constructor(
    private readonly sessions: SessionRepository,
    private readonly changes: SessionChanges,
  ) {
    super();
  }

  async perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    let closed = TOGETHER;
    while (closed === TOGETHER && !signal.aborted) closed = await this.#closeSome();
  }

  /** Returns how many were closed. One that cannot be closed keeps no other open. */
  async #closeSome(): Promise<number> {
    const due = await this.sessions.due(SCOPE, this.changes.now, TOGETHER);
    let closed = 0;
    for (const { sessionId, enterpriseId, test } of due) {
      try {
        await this.changes.closeIfDue({ tenant: Tenant.of(enterpriseId, test), sessionId });
        closed++;
      } catch (error) {
        this.#log.error({ sessionId, err: error }, 'A session whose time is up could not be closed');
      }
    }
    return closed;
  }
}

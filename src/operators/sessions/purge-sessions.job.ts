import { Injectable } from '@nestjs/common';
import { JobHandler, Recurring } from '../../shared/jobs/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { ConsoleSessionRepository } from './console-session.repository.js';
import { WHOLE_MS } from './session-life.js';

/**
 * Deletes sessions that can no longer be valid, so that the IP addresses and browsers of operators are not stored
 * longer than needed.
 */
@Injectable()
@Recurring('operators/purge-sessions', { everySeconds: 3_600 })
export class PurgeSessions extends JobHandler {
  constructor(
    private readonly sessions: ConsoleSessionRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  perform(): Promise<void> {
    return this.sessions.purge(new Date(this.clock.now().getTime() - WHOLE_MS));
  }
}

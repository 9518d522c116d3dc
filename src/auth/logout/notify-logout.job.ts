import { Injectable, Logger } from '@nestjs/common';
import { ClientRegistry } from '../client/client-registry.service.js';
import { HandlesJob, JobHandler, type JobRun } from '../../shared/jobs/index.js';
import { Outbound } from '../../shared/outbound/index.js';
import { LogoutTokens } from './logout-tokens.service.js';
import { TELL_LOGOUT, type LogoutNotice } from './logout-notices.service.js';

/**
 * Delays between attempts in seconds. In total they are long enough to outlast a deployment of the application. A later
 * notification would hardly be useful.
 */
const WAIT_SECONDS = [5, 60, 600, 3_600];

/**
 * Notifies one application that a session has ended, with a new token for each attempt. Each application has its own
 * lane, so that an application that does not respond does not delay the others.
 */
@Injectable()
@HandlesJob(TELL_LOGOUT, { waitSeconds: WAIT_SECONDS, concurrency: 32, laneConcurrency: 8 })
export class NotifyLogout extends JobHandler<LogoutNotice> {
  readonly #log = new Logger(NotifyLogout.name);

  constructor(
    private readonly clients: ClientRegistry,
    private readonly tokens: LogoutTokens,
    private readonly outbound: Outbound,
  ) {
    super();
  }

  async perform(notice: LogoutNotice, { attempt, signal }: JobRun): Promise<void> {
    const { clientId } = notice;
    try {
      await this.#send(notice, signal);
    } catch (error) {
      if (attempt <= WAIT_SECONDS.length) throw error;
      // After the last attempt, the job ends and is not parked, so no person has to look at it.
      // The application's own session will expire anyway.
      this.#log.warn({ clientId, err: error }, 'An application could not be told of a logout, and will not be');
    }
  }

  async #send(notice: LogoutNotice, signal: AbortSignal): Promise<void> {
    const client = (await this.clients.find(notice.clientId))?.record;
    if (!client?.backchannelLogoutUri) return;
    const { status } = await this.outbound.send({
      purpose: 'backchannel-logout',
      owner: client.enterpriseId,
      url: client.backchannelLogoutUri,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: await this.tokens.issue(client, notice) }).toString(),
      signal,
    });
    if (status !== 200 && status !== 204) throw new Error(`The application answered ${status}`);
  }
}

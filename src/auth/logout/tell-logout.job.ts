import { Injectable, Logger } from '@nestjs/common';
import { HandlesJob } from '../../shared/events/jobs/handles-job.decorator.js';
import { JobHandler, type JobRun } from '../../shared/events/jobs/job-handler.js';
import { Outbound } from '../../shared/outbound/outbound.port.js';
import { ClientRegistry } from '../services/client-registry.service.js';
import { TELL_LOGOUT, type LogoutNotice } from './logout-notices.service.js';
import { LogoutTokens } from './logout-tokens.service.js';

/** An application that is being replaced is back by then; a session that ended an hour ago is hardly news. */
const WAIT_SECONDS = [5, 60, 600, 3_600];

/** Tells one application that a session has ended, by a token that is made anew for each try. */
@Injectable()
@HandlesJob(TELL_LOGOUT, { waitSeconds: WAIT_SECONDS, concurrency: 8 })
export class TellLogout extends JobHandler<LogoutNotice> {
  readonly #log = new Logger(TellLogout.name);

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
      await this.#tell(notice, signal);
    } catch (error) {
      if (attempt <= WAIT_SECONDS.length) throw error;
      // Nothing to keep for later: what its user may still do there, the application ends by itself.
      this.#log.warn({ clientId, err: error }, 'An application could not be told of a logout, and will not be');
    }
  }

  async #tell(notice: LogoutNotice, signal: AbortSignal): Promise<void> {
    const client = (await this.clients.find(notice.clientId))?.record;
    if (!client?.backchannelLogoutUri) return;
    const { status } = await this.outbound.send({
      purpose: 'backchannel-logout',
      url: client.backchannelLogoutUri,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: await this.tokens.issue(client, notice) }).toString(),
      signal,
    });
    if (status !== 200 && status !== 204) throw new Error(`The application answered ${status}`);
  }
}

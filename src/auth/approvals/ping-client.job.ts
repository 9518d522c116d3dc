import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../shared/kernel/index.js';
import { HandlesJob, JobHandler, type JobRun } from '../../shared/jobs/index.js';
import { Outbound, OutboundFailure } from '../../shared/outbound/index.js';
import { Sealer } from '../../shared/security/index.js';
import { ClientRegistry } from '../client/client-registry.service.js';
import { Approval } from './approval.entity.js';
import { ApprovalRepository } from './approval.repository.js';

export const PING_CLIENT = 'auth/ping-client';

/**
 * Seconds between attempts to ping the client. A few attempts are enough, because a client that gets no ping can poll.
 */
const WAIT_SECONDS = [2, 5, 15, 60];

/**
 * Pings a client when its result is ready (OpenID Connect CIBA, section 10.2). The client then fetches the result from
 * the token endpoint. Each client has its own lane, so that a client that does not respond does not delay the others.
 */
@Injectable()
@HandlesJob(PING_CLIENT, { waitSeconds: WAIT_SECONDS, concurrency: 32, laneConcurrency: 8 })
export class PingClient extends JobHandler<{ readonly idHash: string }> {
  readonly #log = new Logger(PingClient.name);

  constructor(
    private readonly rows: ApprovalRepository,
    private readonly clients: ClientRegistry,
    private readonly sealer: Sealer,
    private readonly outbound: Outbound,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform({ idHash }: { readonly idHash: string }, { attempt, signal }: JobRun): Promise<void> {
    const approval = await this.rows.find(idHash);
    if (!approval?.sealedPing || approval.lastsUntil <= this.clock.now()) return;
    const { clientId } = approval;
    try {
      const status = await this.#send(approval, signal);
      // Does not repeat a ping that the client refuses, because the client would refuse it again.
      // Redirects are not followed.
      if (status !== undefined && status >= 300) this.#log.warn({ clientId, status }, 'A client refused a ping');
    } catch (error) {
      const isFinal = error instanceof OutboundFailure && error.kind === 'refused';
      if (!isFinal && attempt <= WAIT_SECONDS.length) throw error;
      this.#log.warn({ clientId, err: error }, 'A client could not be pinged, and will not be');
    }
  }

  /** Returns the status of the response, or undefined if the client does not accept pings. */
  async #send({ idHash, clientId, sealedPing }: Approval, signal: AbortSignal): Promise<number | undefined> {
    const client = (await this.clients.find(clientId))?.record;
    if (!client?.backchannel?.notificationUrl || !sealedPing) return undefined;
    const { id, token } = this.sealer.openJson(sealedPing, Approval.pingContext(idHash)) as unknown as Ping;
    const { status } = await this.outbound.send({
      purpose: 'backchannel-ping',
      owner: client.enterpriseId,
      url: client.backchannel.notificationUrl,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ auth_req_id: id }),
      signal,
    });
    if (status >= 500) throw new Error(`The client answered ${status}`);
    return status;
  }
}

interface Ping {
  readonly id: string;
  readonly token: string;
}

import { Injectable } from '@nestjs/common';
import { HandlesJob, JobHandler, type JobRun, LaneHolds } from '../../../shared/jobs/index.js';
import { Outbound, OutboundFailure } from '../../../shared/outbound/index.js';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { holdSeconds } from '../../../webhooks/contract/index.js';
import type { SignalStream } from '../../streams/signal-stream.entity.js';
import { DELIVER_SECURITY_EVENT } from '../../streams/signal-stream.js';
import { SignalStreamRepository } from '../../streams/signal-stream.repository.js';
import { StreamEntitlement } from '../../streams/stream-entitlement.service.js';
import { StreamSeals } from '../../streams/stream-seals.service.js';
import { SecurityEventRepository, type WaitingEvent } from '../security-event.repository.js';
import { SecurityEvents } from '../security-events.service.js';
import { SignalMetrics } from '../signal-metrics.service.js';

const TIMEOUT_MS = 15_000;
const HOURS = 3_600;
/**
 * The waits between attempts. Their sum is longer than `KEPT_DAYS`, so an undeliverable event is discarded because of
 * its age and not because of the number of attempts.
 */
const WAIT_SECONDS = [5, 300, 1_800, 2 * HOURS, 5 * HOURS, ...Array.from({ length: 17 }, () => 10 * HOURS)];

/**
 * Makes one attempt to push an event. Thanks to the high concurrency, many receivers can hang before they delay the
 * others.
 */
@Injectable()
@HandlesJob(DELIVER_SECURITY_EVENT, {
  waitSeconds: WAIT_SECONDS,
  exactWaits: true,
  concurrency: 32,
  laneConcurrency: 4,
  leaseSeconds: 30,
})
export class DeliverSecurityEvent extends JobHandler<{ readonly eventId: string }> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly events: SecurityEventRepository,
    private readonly streams: SignalStreamRepository,
    private readonly entitlement: StreamEntitlement,
    private readonly seals: StreamSeals,
    private readonly signing: SecurityEvents,
    private readonly outbound: Outbound,
    private readonly lanes: LaneHolds,
    private readonly metrics: SignalMetrics,
  ) {
    super();
  }

  /**
   * Pushes the event. If the stream does not currently accept pushes, nothing is sent: `ResumeStream` schedules its
   * events later.
   */
  async perform({ eventId }: { readonly eventId: string }, { signal }: JobRun): Promise<void> {
    const waiting = await this.events.find(eventId);
    const stream = waiting && (await this.streams.find(waiting.content.streamId));
    if (!waiting || stream?.status !== 'enabled' || !stream.isPushed) return;
    if (!(await this.entitlement.check(stream))) return;
    const failure = await this.#failureOf(stream, waiting, signal);
    if (failure === undefined) return this.#taken(stream, eventId);
    signal.throwIfAborted();
    await this.#failed(stream);
    throw new Error(`The receiver did not take it: ${failure}`);
  }

  /**
   * Does nothing when all attempts have failed: `DiscardSecurityEvents` discards the event later, because of its age.
   */
  override giveUp(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Sends the event. Returns why that failed, or undefined. RFC 8935 requires the status 202; any other 2xx is accepted
   * too.
   */
  async #failureOf(stream: SignalStream, waiting: WaitingEvent, signal: AbortSignal): Promise<string | undefined> {
    const { url, authorization } = this.seals.open(stream);
    const headers = {
      'Content-Type': 'application/secevent+jwt',
      Accept: 'application/json',
      ...(authorization !== null && { Authorization: authorization }),
    };
    try {
      const { status } = await this.outbound.send({
        purpose: 'shared-signals',
        owner: stream.enterpriseId,
        url: url ?? '',
        method: 'POST',
        headers,
        body: await this.signing.signed(waiting, stream),
        timeoutMs: TIMEOUT_MS,
        signal,
      });
      return status >= 200 && status <= 299 ? undefined : String(status);
    } catch (error) {
      if (error instanceof OutboundFailure) return error.kind;
      throw error;
    }
  }

  /**
   * Deletes the delivered event. Commits without waiting for the disk: if the database crashes, the event is delivered
   * again, which is harmless.
   */
  async #taken({ streamId, failures }: SignalStream, eventId: string): Promise<void> {
    await this.uow.run(
      async (tx) => {
        await this.events.end(tx, streamId, [eventId]);
        if (failures === 0) return;
        this.streams.noteSuccess(tx, streamId);
        this.lanes.release(tx, DELIVER_SECURITY_EVENT, streamId);
      },
      { durable: false },
    );
    this.metrics.count('delivered');
  }

  #failed({ streamId }: SignalStream): Promise<void> {
    return this.uow.run(async (tx) => {
      const seconds = holdSeconds(await this.streams.noteFailure(tx, streamId));
      if (seconds > 0) this.lanes.hold(tx, DELIVER_SECURITY_EVENT, streamId, seconds);
    });
  }
}

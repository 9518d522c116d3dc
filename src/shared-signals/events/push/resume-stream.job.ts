import { Injectable } from '@nestjs/common';
import { HandlesJob, JobAdministration, JobHandler, type JobRun } from '../../../shared/jobs/index.js';
import { leastIdAt } from '../../../shared/kernel/index.js';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { DELIVER_SECURITY_EVENT, RESUME_STREAM } from '../../streams/signal-stream.js';
import { SignalStreamRepository } from '../../streams/signal-stream.repository.js';
import { deliveryJob, SecurityEventRepository } from '../security-event.repository.js';

const BATCH = 500;

/** Schedules the stored events of a stream that was enabled again, or discards those of a disabled stream. */
@Injectable()
@HandlesJob(RESUME_STREAM)
export class ResumeStream extends JobHandler<{ readonly streamId: string }> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly streams: SignalStreamRepository,
    private readonly events: SecurityEventRepository,
    private readonly jobs: JobAdministration,
  ) {
    super();
  }

  async perform({ streamId }: { readonly streamId: string }, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const stream = await this.streams.find(streamId);
    if (stream?.status === 'disabled') await this.#discard(streamId, signal);
    else if (stream?.status === 'enabled' && stream.isPushed) await this.#push(streamId, signal);
  }

  async #discard(streamId: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.events.forget(streamId, BATCH)) === BATCH);
  }

  /**
   * Schedules pushes of the stored events. If an event already has a job that waits for its next attempt, the job is
   * replaced by one that is due now.
   */
  async #push(streamId: string, signal: AbortSignal): Promise<void> {
    let last: string | undefined = leastIdAt(0);
    while (last !== undefined && !signal.aborted) {
      const ids: string[] = await this.events.idsAfter(streamId, last, BATCH);
      await this.uow.run(async (tx) => {
        await this.jobs.withdraw(tx, DELIVER_SECURITY_EVENT, ids);
        tx.pending.jobs.push(...ids.map((id) => deliveryJob(streamId, id)));
      });
      last = ids.length === BATCH ? ids.at(-1) : undefined;
    }
  }
}

import { Injectable } from '@nestjs/common';
import { JobHandler, type JobRun, Recurring, RowUpkeep } from '../../shared/jobs/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { LongAnswers, type RequestOfAnswer } from './carry-out/long-answers.service.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { CarryOut } from './carry-out/carry-out.service.js';
import { FourEyesRepository } from './four-eyes.repository.js';
import { FourEyesRequests } from './four-eyes-requests.service.js';

const NAME = 'operators/mind-four-eyes';
const KEPT_MS = 30 * 86_400_000;

/**
 * Expires pending requests after a day, runs approved calls again if the process that ran them has died, and deletes
 * old requests.
 */
@Injectable()
@Recurring(NAME, { everySeconds: 60 })
export class FourEyesUpkeepJob extends JobHandler {
  constructor(
    private readonly requests: FourEyesRepository,
    private readonly fourEyes: FourEyesRequests,
    private readonly carryOut: CarryOut,
    private readonly longAnswers: LongAnswers,
    private readonly uow: UnitOfWork,
    private readonly upkeep: RowUpkeep,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const now = this.clock.now();
    const idOf = ({ id }: { readonly id: string }) => id;
    await this.upkeep.each({
      name: `${NAME}/fall`,
      signal,
      find: (except, limit) => this.requests.dueToFall(now, except, limit),
      idOf,
      handle: ({ id }) => this.fourEyes.fall(id),
    });
    // The list is read only once per run, because a call that fails is due again at once.
    for (const { id } of await this.requests.dueToCarryOut(now, MOST_A_TURN)) {
      if (signal.aborted) return;
      await this.carryOut.run(id);
    }
    await this.requests.forgetAnswers(now);
    await this.upkeep.each({
      name: `${NAME}/blobs`,
      signal,
      find: (except, limit) => this.requests.overdueBlobs(now, except, limit),
      idOf: ({ id }) => id,
      handle: (request) => this.#forget(request, (tx) => this.requests.forgetBlob(tx, request.id)),
    });
    await this.upkeep.each({
      name: `${NAME}/purge`,
      signal,
      find: (except, limit) => this.requests.dueToPurge(new Date(now.getTime() - KEPT_MS), except, limit),
      idOf: ({ id }) => id,
      handle: (request) => this.#forget(request, (tx) => this.requests.remove(tx, request.id)),
    });
  }

  #forget(request: RequestOfAnswer, work: (tx: Tx) => Promise<void>): Promise<void> {
    return this.uow.run(async (tx) => {
      await this.longAnswers.forget(request);
      await work(tx);
    });
  }
}

const MOST_A_TURN = 100;

import { Injectable } from '@nestjs/common';
import { JobHandler, type JobRun, Recurring } from '../../shared/jobs/index.js';
import { leastIdAt, Tenant } from '../../shared/kernel/index.js';
import { SignalStreamRepository } from './signal-stream.repository.js';
import { StreamEntitlement } from './stream-entitlement.service.js';

const SCOPE = Tenant.all('the streams of all enterprises are checked together');
const BATCH = 500;

/** Disables the streams of clients that have lost the scopes for events, or that were deleted. */
@Injectable()
@Recurring('shared/stop-streams', { everySeconds: 300 })
export class StopStreams extends JobHandler {
  constructor(
    private readonly streams: SignalStreamRepository,
    private readonly entitlement: StreamEntitlement,
  ) {
    super();
  }

  async perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    let last: string | undefined = leastIdAt(0);
    while (last !== undefined && !signal.aborted) {
      const streams = await this.streams.inUse(SCOPE, last, BATCH);
      for (const stream of streams) await this.entitlement.check(stream);
      last = streams.length === BATCH ? streams.at(-1)?.streamId : undefined;
    }
  }
}

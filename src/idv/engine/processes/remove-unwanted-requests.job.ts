import { Injectable } from '@nestjs/common';
import { JobHandler, Recurring } from '../../../shared/jobs/index.js';
import { EngineRequestRepository } from './engine-request.repository.js';

/** Removes pictures, read or not, whose requester has ended. */
@Injectable()
@Recurring('idv/remove-unwanted-requests', { everySeconds: 60 })
export class RemoveUnwantedRequests extends JobHandler {
  constructor(private readonly requests: EngineRequestRepository) {
    super();
  }

  perform(): Promise<void> {
    return this.requests.removeUnwanted();
  }
}

import { Injectable } from '@nestjs/common';
import { JobHandler, Recurring } from '../../../shared/jobs/index.js';
import { EngineRequestRepository } from './engine-request.repository.js';

/** Removes requests whose requester has given up or died, with their pictures and answers. */
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

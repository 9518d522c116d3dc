import { Injectable } from '@nestjs/common';
import { JobHandler, Recurring } from '../../shared/jobs/index.js';
import { OperatorsService } from './operators.service.js';

/** Removes owners of an emergency whose hours are over. Their rights have ended by themselves. */
@Injectable()
@Recurring('operators/remove-ended', { everySeconds: 600 })
export class RemoveEnded extends JobHandler {
  constructor(private readonly operators: OperatorsService) {
    super();
  }

  perform(): Promise<void> {
    return this.operators.removeEnded();
  }
}

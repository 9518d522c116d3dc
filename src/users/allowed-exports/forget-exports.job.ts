import { Injectable } from '@nestjs/common';
import { JobHandler, Recurring } from '../../shared/jobs/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { AllowedExportRepository } from './allowed-export.repository.js';

/** Deletes approved exports that nobody has downloaded within a day. */
@Injectable()
@Recurring('users/forget-exports', { everySeconds: 3_600 })
export class ForgetExports extends JobHandler {
  constructor(
    private readonly exports: AllowedExportRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  perform(): Promise<void> {
    return this.exports.purge(this.clock.now());
  }
}

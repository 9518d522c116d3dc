import { Injectable } from '@nestjs/common';
import { JobAdministration } from '../../shared/jobs/index.js';
import { OutboxStats } from '../../shared/events/index.js';
import { AttentionSource, type Need } from '../contract/attention.port.js';

/** Reports jobs and events that failed too often and are waiting for an operator to replay them. */
@Injectable()
export class ParkedWorkAttention extends AttentionSource {
  override readonly ofDeployment = true;

  constructor(
    private readonly jobs: JobAdministration,
    private readonly outbox: OutboxStats,
  ) {
    super();
  }

  async needs(): Promise<readonly Need[]> {
    const [kinds, { parked }] = await Promise.all([this.jobs.figures(), this.outbox.read()]);
    const jobs = kinds.reduce((sum, kind) => sum + kind.parked, 0);
    return [
      { kind: 'jobs.parked', count: jobs, oldest: null, severity: 'critical' },
      { kind: 'outbox.parked', count: parked, oldest: null, severity: 'critical' },
    ];
  }
}

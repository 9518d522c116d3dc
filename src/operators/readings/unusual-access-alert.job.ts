import { Inject, Injectable } from '@nestjs/common';
import { AuditViews, type Reader } from '../../audit/contract/index.js';
import { CONFIG, type Config } from '../../config.js';
import { JobHandler, Recurring } from '../../shared/jobs/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { Webhooks } from '../../webhooks/contract/index.js';
import { OperatorNames } from '../contract/operator-names.port.js';
import { unusualReading } from './reading.webhooks.js';
import { UnusualAccessRepository } from './unusual-access.repository.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EVERYBODY = Tenant.all('readers of all enterprises are counted by one statement');

/**
 * Alerts an enterprise about an operator who views the data of an unusually large number of people. It does not
 * restrict the operator.
 */
@Injectable()
@Recurring('operators/tell-of-readings', { everySeconds: 60, concurrency: 1 })
export class UnusualAccessAlertJob extends JobHandler {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly views: AuditViews,
    private readonly told: UnusualAccessRepository,
    private readonly names: OperatorNames,
    private readonly webhooks: Webhooks,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform(): Promise<void> {
    const { consoleReadingAlarm: lookedAt, consoleListAlarm: listed } = this.config;
    const now = this.clock.now();
    const since = new Date(now.getTime() - HOUR_MS);
    await this.told.purge(new Date(now.getTime() - DAY_MS));
    await this.views.forgetListed(EVERYBODY, since);
    if (lookedAt === 0 && listed === 0) return;
    for (const reader of await this.views.readers(EVERYBODY, since, { lookedAt, listed }))
      await this.#tell(reader, since, now);
  }

  async #tell({ enterpriseId, test, sub, persons }: Reader, since: Date, now: Date): Promise<void> {
    const tenant = Tenant.of(enterpriseId, test);
    const name = (await this.names.of([sub])).get(sub)?.name ?? null;
    const data = { operatorId: sub, name, persons, from: since.toISOString(), to: now.toISOString(), test };
    await this.uow.run(async (tx) => {
      if (!(await this.told.note(tx, tenant, sub, now, since))) return;
      tx.pending.audit.push({ kind: 'operators.unusual-reading', tenant, subject: sub, details: { persons } });
      await this.webhooks.emit(tx, tenant, { type: unusualReading, data, occurredAt: now });
    });
  }
}

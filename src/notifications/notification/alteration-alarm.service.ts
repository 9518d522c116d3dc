import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { AuditLog } from '../../audit/contract/index.js';
import { runInBackground, Tenant } from '../../shared/kernel/index.js';
import { MetricsRegistry } from '../../shared/observability/index.js';
import type { Notification } from './notification.entity.js';

export type AlteredPart = 'question' | 'outcome' | 'evidence';

type Altered = Pick<Notification, 'notificationUuid' | 'enterpriseId' | 'test'>;

/**
 * Maximum number of altered notifications remembered as already reported, so that repeated reads of one notification do
 * not flood the logs.
 */
const MOST = 10_000;

/**
 * Reports a notification that was altered in the database. The metric counts every read; the log and the audit log get
 * one entry per notification and process.
 */
@Injectable()
export class AlterationAlarm implements BeforeApplicationShutdown {
  readonly #log = new Logger(AlterationAlarm.name);
  readonly #named = new Set<string>();
  readonly #found: Counter<'part'>;
  #audited = Promise.resolve();

  constructor(
    registry: MetricsRegistry,
    private readonly audit: AuditLog,
  ) {
    this.#found = new Counter({
      name: 'countersign_altered_notifications_total',
      help: 'Looks at notifications that somebody has altered in the database, by what was altered. More than 0 is an attack.',
      labelNames: ['part'],
      registers: [registry],
    });
  }

  raise(part: AlteredPart, altered: Altered): void {
    this.#found.inc({ part });
    // Copies the ids, so that the row with its texts does not stay in memory until the audit entry is written.
    const { notificationUuid, enterpriseId, test } = altered;
    if (this.#named.has(notificationUuid)) return;
    if (this.#named.size >= MOST) this.#named.clear();
    this.#named.add(notificationUuid);
    this.#log.error({ notificationUuid, part }, 'A notification was altered in the database');
    // Audit entries are written in order, and outside the transaction of the request, which may be rolled back.
    runInBackground(() => {
      this.#audited = this.#audited.then(() => this.#enter(part, { notificationUuid, enterpriseId, test }));
    });
  }

  /** Waits for audit entries that are still being written. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.#audited;
  }

  /** Writes the audit entry. It names no user, because the altered part may be the user of the notification. */
  async #enter(part: AlteredPart, { notificationUuid, enterpriseId, test }: Altered): Promise<void> {
    try {
      const details = { notificationUuid, part };
      await this.audit.record({ kind: ALTERED, tenant: Tenant.of(enterpriseId, test), details });
    } catch (error) {
      this.#log.error({ notificationUuid, err: error }, 'That a notification was altered is not in the audit log');
    }
  }
}

const ALTERED = 'notifications.alteration-found';
